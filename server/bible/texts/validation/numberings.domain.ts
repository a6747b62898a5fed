import { BIBLE_BOOKS, type BibleBook } from "#shared/bible/bible-books.ts";
import { fromPivot, NUMBERING_IDS, type NumberingId } from "#shared/bible/numbering/numbering.ts";
import type { WholeBible } from "#server/bible/kjv-text.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";

/** Highest verse of each chapter in one book, from chapter 1. */
export type ChapterLengths = readonly number[];

/** Chapter lengths of every book, in canonical order. */
export type NumberingTable = readonly ChapterLengths[];

export type NumberingTables = Readonly<Record<NumberingId, NumberingTable>>;

/** Computes the chapter lengths of each numbering from the reference text. */
export function numberingTables(pivot: WholeBible): NumberingTables {
  return {
    kjv: BIBLE_BOOKS.map(({ order }) =>
      pivot.book(order).map((verses) => verses.at(-1)?.verse ?? 0),
    ),
    segond: BIBLE_BOOKS.map((book) => lengthsIn("segond", book, pivot)),
  };
}

function lengthsIn(numbering: NumberingId, book: BibleBook, pivot: WholeBible): ChapterLengths {
  const lengths = Array.from({ length: book.chapters }, () => 0);
  for (const [index, verses] of pivot.book(book.order).entries()) {
    for (const { verse: ofPivot } of verses) {
      for (const found of fromPivot(numbering, book, { chapter: index + 1, verse: ofPivot })) {
        const before = lengths[found.chapter - 1] ?? 0;
        lengths[found.chapter - 1] = Math.max(before, found.verse);
      }
    }
  }
  return lengths;
}

/** Returns the numbering whose chapter ends match most chapters of the text. */
export function chooseNumbering(books: readonly TextBook[], tables: NumberingTables): NumberingId {
  const equal = (id: NumberingId): number =>
    books.reduce((sum, book) => sum + equalChapters(book, tables[id]), 0);
  return NUMBERING_IDS.reduce((best, id) => (equal(id) > equal(best) ? id : best));
}

function equalChapters({ usfm, chapters }: TextBook, table: NumberingTable): number {
  const lengths = table[BIBLE_BOOKS.findIndex((book) => book.usfm === usfm)] ?? [];
  return chapters.filter((verses, index) => verses.at(-1)?.verse === lengths[index]).length;
}
