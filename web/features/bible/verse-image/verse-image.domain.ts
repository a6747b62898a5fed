import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { LANGUAGE_FACTS, nearestLanguage } from "#shared/languages.ts";
import { setFrench } from "#shared/typography.ts";

/** Formats in pixels: for feeds, and for a phone's full screen. */
export const VERSE_IMAGE_SIZES = {
  square: { width: 1080, height: 1080 },
  tall: { width: 1080, height: 1920 },
} as const;

export type VerseImageShape = keyof typeof VERSE_IMAGE_SIZES;

export const VERSE_IMAGE_SHAPES: readonly VerseImageShape[] = ["square", "tall"];

/** Returns the width in pixels of a one-line text at a font size in pixels. */
export type Measure = (text: string, fontPx: number) => number;

/** A rectangle of an image, in pixels from its top left corner. */
export type Box = { left: number; top: number; width: number; height: number };

/** Laid-out text: lines from the top, each `linePx` high. */
export type SetText = { lines: readonly string[]; fontPx: number; linePx: number };

/** Range of font sizes to try, in pixels. */
type FontSizeRange = { largest: number; smallest: number };

const LINE_HEIGHT = 1.35;
const FACE_STEP_PX = 2;
const MARGIN_PX = 90;

export const VERSE_FACE: FontSizeRange = { largest: 76, smallest: 24 };
export const LINE_FACE: FontSizeRange = { largest: 24, smallest: 14 };

/** Layout of an image: verse, reference, ministry's logo and copyright line. */
export function layoutOf(
  shape: VerseImageShape,
): Readonly<Record<"verse" | "reference" | "mark" | "line", Box>> {
  const { width, height } = VERSE_IMAGE_SIZES[shape];
  const inner = { left: MARGIN_PX, width: width - 2 * MARGIN_PX };
  return {
    verse: { ...inner, top: MARGIN_PX, height: height - 440 },
    reference: { ...inner, top: height - 330, height: 60 },
    mark: { ...inner, top: height - 210, height: 64 },
    line: { ...inner, top: height - 120, height: 70 },
  };
}

/**
 * Lays out text in the largest size at which all of it fits into a box. Breaks lines at spaces,
 * never at non-breaking ones. Null when it does not fit in the smallest size.
 */
export function fitText(
  text: string,
  box: Pick<Box, "width" | "height">,
  { largest, smallest }: FontSizeRange,
  measure: Measure,
): SetText | null {
  for (let fontPx = largest; fontPx >= smallest; fontPx -= FACE_STEP_PX) {
    const linePx = fontPx * LINE_HEIGHT;
    const lines = linesOf(text, box.width, (part) => measure(part, fontPx));
    if (lines && lines.length * linePx <= box.height) return { lines, fontPx, linePx };
  }
  return null;
}

/** Null when one word is wider than a line. */
function linesOf(
  text: string,
  width: number,
  measure: (text: string) => number,
): readonly string[] | null {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/[ \n]+/)) {
    if (measure(word) > width) return null;
    const longer = line === "" ? word : `${line} ${word}`;
    if (measure(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** Some verses of a text with their attribution. */
export type Quotation = {
  /** Readable form: "Jean 3:16 (LSG)". */
  reference: string;
  text: string;
  version: Pick<BibleVersionFacts, "language" | "licence" | "copyright">;
};

const NARROW_NO_BREAK_SPACE = "\u202f";

/** Returns the text in the quotation marks of its language. */
export function quotedText({ text, version }: Quotation): string {
  if (!LANGUAGE_FACTS[nearestLanguage(version.language)].hasSpacedMarks) return `“${text}”`;
  return `«${NARROW_NO_BREAK_SPACE}${setFrench(text)}${NARROW_NO_BREAK_SPACE}»`;
}
