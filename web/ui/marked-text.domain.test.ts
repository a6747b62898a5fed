import { describe, expect, test } from "vitest";
import { holdsTerm, piecesOf, rangesOfTerm } from "./marked-text.domain.ts";

describe("a text in pieces", () => {
  test("is cut where ranges begin and end, also when they overlap", () => {
    const pieces = piecesOf("The LORD is my shepherd", {
      italics: [[9, 11]],
      jesusWords: [],
      marks: [[4, 14]],
    });
    expect(pieces.map(({ text }) => text)).toEqual(["The ", "LORD ", "is", " my", " shepherd"]);
    expect(pieces.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual([
      "LORD ",
      "is",
      " my",
    ]);
    expect(pieces.filter(({ isItalic }) => isItalic).map(({ text }) => text)).toEqual(["is"]);
  });

  test("without ranges is one piece, and an empty one none", () => {
    const nothing = { italics: [], jesusWords: [], marks: [] };
    expect(piecesOf("Jesus wept.", nothing)).toHaveLength(1);
    expect(piecesOf("", nothing)).toEqual([]);
  });

  test("ignores ranges beyond its end", () => {
    const beyond = { italics: [], jesusWords: [], marks: [[0, 99]] as const };
    expect(
      piecesOf("Amen", beyond)
        .map(({ text }) => text)
        .join(""),
    ).toBe("Amen");
  });
});

describe("a term", () => {
  test("is found whatever its case and accents", () => {
    expect(holdsTerm("The LORD is my shepherd", " lord ")).toBe(true);
    expect(holdsTerm("Ésaïe", "esaie")).toBe(true);
    expect(holdsTerm("Ésaïe", "jean")).toBe(false);
    expect(rangesOfTerm("Lord, lord", "LORD")).toEqual([
      [0, 4],
      [6, 10],
    ]);
  });

  test("that is empty marks nothing", () => {
    expect(rangesOfTerm("text", " ")).toEqual([]);
  });
});
