import { describe, expect, it } from "vitest";
import { piecesOf, rangesOfTerm } from "./marked-text.domain.ts";

describe("text in pieces", () => {
  it("is cut where ranges begin and end, also when they overlap", () => {
    const pieces = piecesOf("The LORD is my shepherd", {
      italics: [[9, 11]],
      jesusWords: [[11, 23]],
      marks: [[4, 14]],
    });
    expect(pieces.map(({ text }) => text)).toEqual(["The ", "LORD ", "is", " my", " shepherd"]);
    expect(pieces.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual([
      "LORD ",
      "is",
      " my",
    ]);
    expect(pieces.filter(({ isItalic }) => isItalic).map(({ text }) => text)).toEqual(["is"]);
    expect(pieces.filter(({ isJesus }) => isJesus).map(({ text }) => text)).toEqual([" shepherd"]);
  });

  it("without ranges is one piece, and empty text has none", () => {
    const nothing = { italics: [], jesusWords: [], marks: [] };
    expect(piecesOf("Jesus wept.", nothing)).toHaveLength(1);
    expect(piecesOf("", nothing)).toEqual([]);
  });

  it("ignores ranges beyond its end", () => {
    const beyond = { italics: [], jesusWords: [], marks: [[0, 99]] as const };
    expect(
      piecesOf("Amen", beyond)
        .map(({ text }) => text)
        .join(""),
    ).toBe("Amen");
  });
});

describe("a term", () => {
  it("is found in any case and with any accents", () => {
    const text = "L’Éternel d’un cœur pur";
    const found = (term: string) =>
      rangesOfTerm(text, term).map(([from, to]) => text.slice(from, to));
    expect(found("l'eternel")).toEqual(["L’Éternel"]);
    expect(found(" coeur pur ")).toEqual(["cœur pur"]);
    expect(found("jean")).toEqual([]);
    expect(rangesOfTerm("Lord, lord", "LORD")).toEqual([
      [0, 4],
      [6, 10],
    ]);
  });

  it("that is empty marks nothing", () => {
    expect(rangesOfTerm("text", " ")).toEqual([]);
  });
});
