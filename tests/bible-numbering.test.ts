import { expect, it } from "vitest";
import { BIBLE_BOOKS, type BibleBook } from "#shared/bible/bible-books.ts";
import { fromPivot, type NumberedVerse, toPivot } from "#shared/bible/numbering/numbering.ts";
import { loadKjv } from "#server/bible/kjv-text.ts";

/** Checks Segond's numbering for every verse, against counts made in the text itself. */

const kjv = await loadKjv();

const inPivot: { book: BibleBook; verse: NumberedVerse }[] = BIBLE_BOOKS.flatMap((book) =>
  kjv
    .book(book.order)
    .flatMap((verses, index) =>
      verses.map(({ verse }) => ({ book, verse: { chapter: index + 1, verse } })),
    ),
);

const name = ({ usfm }: BibleBook, { chapter, verse }: NumberedVerse) =>
  `${usfm} ${chapter}:${verse}`;

/** Segond's verses with the psalm titles, which have no verse in the pivot numbering. */
const inSegond = new Map<string, { book: BibleBook; verse: NumberedVerse }>();
for (const { book, verse } of inPivot) {
  const withTitle =
    book.id === "psalms" && verse.verse === 1 ? [{ ...verse, verse: 0 }, verse] : [verse];
  for (const each of withTitle.flatMap((found) => fromPivot("segond", book, found))) {
    inSegond.set(name(book, each), { book, verse: each });
  }
}

/** Returns the highest verse number of each chapter. */
function lengthsOf(all: Iterable<{ book: BibleBook; verse: NumberedVerse }>): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const { book, verse } of all) {
    const key = `${book.usfm} ${verse.chapter}`;
    lengths.set(key, Math.max(lengths.get(key) ?? 0, verse.verse));
  }
  return lengths;
}

it("gives Segond 31,170 verses in the same 1,189 chapters, without gaps", () => {
  expect(inPivot).toHaveLength(31_102);
  expect(inSegond.size).toBe(31_170);
  const lengths = lengthsOf(inSegond.values());
  expect(lengths.size).toBe(1_189);
  expect([...lengths.values()].reduce((sum, length) => sum + length, 0)).toBe(31_170);
});

it("gives 62 Psalms and 44 other chapters another number of verses", () => {
  const pivotLengths = lengthsOf(inPivot);
  const different = [...lengthsOf(inSegond.values())].filter(
    ([chapter, length]) => length !== pivotLengths.get(chapter),
  );
  expect(different.filter(([chapter]) => chapter.startsWith("PSA"))).toHaveLength(62);
  expect(different).toHaveLength(106);
});

it("maps each of the 31,102 verses, and each of Segond's, there and back", () => {
  const lost = [
    ...inPivot.filter(({ book, verse }) =>
      fromPivot("segond", book, verse).some(
        (there) => !toPivot("segond", book, there).some((back) => isSame(back, verse)),
      ),
    ),
    ...[...inSegond.values()].filter(({ book, verse }) =>
      toPivot("segond", book, verse).some(
        (there) => !fromPivot("segond", book, there).some((back) => isSame(back, verse)),
      ),
    ),
  ];
  expect(lost.map(({ book, verse }) => name(book, verse))).toEqual([]);
});

it("maps a verse of Segond to one verse, except titles and joined verses", () => {
  const joined = [...inSegond.values()].filter(
    ({ book, verse }) => toPivot("segond", book, verse).length > 1,
  );
  expect(joined.map(({ book, verse }) => name(book, verse))).toEqual([
    "JOB 34:36",
    "PSA 13:6",
    "ISA 63:19",
    "ACT 19:40",
    "2CO 13:12",
  ]);
});

function isSame(a: NumberedVerse, b: NumberedVerse): boolean {
  return a.chapter === b.chapter && a.verse === b.verse;
}
