import { describe, expect, test } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { alignTexts, chaptersBeside, type NumberedText, type PlacedVerse } from "./align.domain.ts";

const bookOf = (name: string) => bookByAlias(name) ?? FIRST_PLACE.book;

/** Verses of a chapter, each saying where it stands. */
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
  test("stand verse by verse where they are numbered alike", () => {
    const rows = alignTexts(bookOf("John"), kjv(chapter(3, 1, 3)), segond(chapter(3, 1, 3)));
    expect(inWords(rows)).toEqual(["3:1 | 3:1", "3:2 | 3:2", "3:3 | 3:3"]);
  });

  test("have the title of a psalm beside the verses that it is elsewhere", () => {
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

  test("go over the end of a chapter", () => {
    const verses = chapter(8, 1, 5).map(({ chapter: number, verse }) => ({
      chapter: number,
      verse: verse.verse,
    }));
    expect(chaptersBeside(bookOf("Exodus"), verses, { from: "kjv", to: "segond" })).toEqual([7, 8]);
    const rows = alignTexts(
      bookOf("Exodus"),
      kjv(chapter(8, 4, 5)),
      segond(chapter(7, 20, 29), chapter(8, 1, 28)),
    );
    expect(inWords(rows)).toEqual(["8:4 | 7:29", "8:5 | 8:1"]);
  });

  test("span what one of them joined, and leave a gap for what one of them lacks", () => {
    const psalm13 = alignTexts(bookOf("Psalms"), kjv(chapter(13, 4, 6)), segond(chapter(13, 5, 6)));
    expect(inWords(psalm13)).toEqual(["13:4 | 13:5", "13:5 13:6 | 13:6"]);
    const lacking = alignTexts(bookOf("Acts"), kjv(chapter(8, 36, 38)), kjv(chapter(8, 36, 36)));
    expect(inWords(lacking)).toEqual(["8:36 | 8:36", "8:37 | ", "8:38 | "]);
  });
});
