import { describe, expect, it } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import {
  alignTexts,
  parallelChapters,
  type NumberedText,
  type PlacedVerse,
} from "./align.domain.ts";

const bookOf = (name: string) => bookByAlias(name) ?? FIRST_PLACE.book;

/** Verses of a chapter, each with its location as text. */
function chapter(number: number, from: number, to: number): PlacedVerse[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    chapter: number,
    verse: { verse: from + index, text: `${number}:${from + index}` },
  }));
}

const kjv = (...verses: PlacedVerse[][]): NumberedText => ({
  numbering: "kjv",
  verses: verses.flat(),
});
const segond = (...verses: PlacedVerse[][]): NumberedText => ({
  numbering: "segond",
  verses: verses.flat(),
});

const inWords = (rows: ReturnType<typeof alignTexts>): string[] =>
  rows.map(({ first, second }) =>
    [first, second].map((side) => side.map(({ verse }) => verse.text).join(" ")).join(" | "),
  );

describe("two texts", () => {
  it("are aligned verse by verse where their numbering agrees", () => {
    const rows = alignTexts(bookOf("John"), kjv(chapter(3, 1, 3)), segond(chapter(3, 1, 3)));
    expect(inWords(rows)).toEqual(["3:1 | 3:1", "3:2 | 3:2", "3:3 | 3:3"]);
  });

  it("align the title of a psalm with the verses that it is elsewhere", () => {
    const psalm: PlacedVerse[] = [
      { chapter: 51, verse: { verse: 1, text: "51:1", title: "A Psalm" } satisfies BibleVerse },
      ...chapter(51, 2, 2),
    ];
    const there = segond(chapter(51, 1, 4));
    expect(inWords(alignTexts(bookOf("Psalms"), kjv(psalm), there))).toEqual([
      "A Psalm | 51:1 51:2",
      "51:1 | 51:3",
      "51:2 | 51:4",
    ]);
    expect(inWords(alignTexts(bookOf("Psalms"), there, kjv(psalm)))).toEqual([
      "51:1 51:2 | A Psalm",
      "51:3 | 51:1",
      "51:4 | 51:2",
    ]);
  });

  it("cross the end of a chapter", () => {
    const verses = chapter(8, 1, 5).map(({ chapter: number, verse }) => ({
      chapter: number,
      verse: verse.verse,
    }));
    expect(parallelChapters(bookOf("Exodus"), verses, { from: "kjv", to: "segond" })).toEqual([
      7, 8,
    ]);
    const rows = alignTexts(
      bookOf("Exodus"),
      kjv(chapter(8, 4, 5)),
      segond(chapter(7, 20, 29), chapter(8, 1, 28)),
    );
    expect(inWords(rows)).toEqual(["8:4 | 7:29", "8:5 | 8:1"]);
  });

  it("span joined verses, and leave a gap for missing ones", () => {
    const psalm13 = alignTexts(bookOf("Psalms"), kjv(chapter(13, 4, 6)), segond(chapter(13, 5, 6)));
    expect(inWords(psalm13)).toEqual(["13:4 | 13:5", "13:5 13:6 | 13:6"]);
    const lacking = alignTexts(bookOf("Acts"), kjv(chapter(8, 36, 38)), kjv(chapter(8, 36, 36)));
    expect(inWords(lacking)).toEqual(["8:36 | 8:36", "8:37 | ", "8:38 | "]);
  });
});
