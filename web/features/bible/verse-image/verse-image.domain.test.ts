import { describe, expect, it } from "vitest";
import {
  fitText,
  LINE_FACE,
  type Measure,
  VERSE_IMAGE_SHAPES,
  VERSE_IMAGE_SIZES,
  layoutOf,
  VERSE_FACE,
  type Quotation,
  quotedText,
} from "./verse-image.domain.ts";

/** Fake font whose letters are half as wide as high, about like Playfair Display. */
const HALF: Measure = (text, fontPx) => text.length * fontPx * 0.5;

/** As long as Esther 8:9, the longest verse. */
const LONGEST = "Then were the kings scribes called at that time. ".repeat(11).slice(0, 527);

describe.each(VERSE_IMAGE_SHAPES)("an image that is %s", (shape) => {
  const places = layoutOf(shape);

  it("has its parts within its margins, one below the other", () => {
    const { width, height } = VERSE_IMAGE_SIZES[shape];
    const boxes = [places.verse, places.reference, places.mark, places.line];
    for (const [index, box] of boxes.entries()) {
      const below = boxes[index + 1]?.top ?? height;
      expect(box.top + box.height).toBeLessThanOrEqual(below);
      expect(box.left + box.width).toBeLessThan(width);
    }
  });

  it("fits the longest verse, and four verses together twice as long", () => {
    for (const text of [LONGEST, `${LONGEST} ${LONGEST}`]) {
      const set = fitText(text, places.verse, VERSE_FACE, HALF);
      expect(set?.lines.join(" ")).toBe(text);
      expect((set?.lines.length ?? 0) * (set?.linePx ?? 0)).toBeLessThanOrEqual(
        places.verse.height,
      );
      for (const line of set?.lines ?? []) {
        expect(HALF(line, set?.fontPx ?? 0)).toBeLessThanOrEqual(places.verse.width);
      }
    }
  });

  it("shows a short verse in the largest size", () => {
    expect(fitText("Jesus wept.", places.verse, VERSE_FACE, HALF)?.fontPx).toBe(76);
  });

  it("fits the credit line of every free text", () => {
    const line =
      "King James Version - public domain; in the United Kingdom rights are vested in the Crown.";
    expect(fitText(line, places.line, LINE_FACE, HALF)?.lines.length).toBeLessThanOrEqual(2);
  });

  it("is not drawn for text that does not fit, or for one endless word", () => {
    expect(fitText(`${LONGEST} `.repeat(9), places.verse, VERSE_FACE, HALF)).toBeNull();
    expect(fitText("a".repeat(200), places.verse, VERSE_FACE, HALF)).toBeNull();
  });
});

it("breaks no line at a non-breaking space", () => {
  const box = { width: 60, height: 1_000 };
  const set = fitText("Qui es-tu\u202f? Va", box, { largest: 10, smallest: 10 }, HALF);
  expect(set?.lines).toEqual(["Qui es-tu\u202f?", "Va"]);
});

describe("a quotation", () => {
  const quotation = (language: string, text: string): Quotation => ({
    reference: "",
    text,
    version: { language, licence: "pd", copyright: "" },
  });

  it("has the quotation marks of its text's language", () => {
    expect(quotedText(quotation("en", "Jesus wept."))).toBe("“Jesus wept.”");
    expect(quotedText(quotation("fr", "Où es-tu ?"))).toBe("«\u202fOù es-tu\u202f?\u202f»");
  });
});
