import { BIBLE_BOOKS, type BibleBook } from "#shared/bible/bible-books.ts";
import { fromPivot, NUMBERING_IDS, type NumberingId } from "#shared/bible/numbering/numbering.ts";
import type { WholeBible } from "#server/bible/kjv-text.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import { LOUIS_SEGOND_COUNTS } from "#server/bible/texts/louis-segond.domain.ts";

/** Highest verse of each chapter in one book, from chapter 1. */
type ChapterLengths = readonly number[];

/** Chapter lengths of every book, in canonical order. */
type NumberingTable = readonly ChapterLengths[];

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
function chooseNumbering(books: readonly TextBook[], tables: NumberingTables): NumberingId {
  const equal = (id: NumberingId): number =>
    books.reduce((sum, book) => sum + equalChapters(book, tables[id]), 0);
  return NUMBERING_IDS.reduce((best, id) => (equal(id) > equal(best) ? id : best));
}

function equalChapters({ usfm, chapters }: TextBook, table: NumberingTable): number {
  const lengths = table[BIBLE_BOOKS.findIndex((book) => book.usfm === usfm)] ?? [];
  return chapters.filter((verses, index) => verses.at(-1)?.verse === lengths[index]).length;
}

type TextCounts = { books: number; chapters: number; verses: number };

/** Content and gaps of a text, with locations such as "PSA 51" and "MAT 17:21". */
export type TextReport = TextCounts & {
  numbering: NumberingId;
  /** Book codes. */
  missingBooks: readonly string[];
  /** Chapters whose last verse differs from the numbering. */
  differingChapters: readonly string[];
  /** Numbers that the text omits or joins to the verse before. */
  missingVerses: readonly string[];
};

/** An incomplete text; the message names the location. */
export class BrokenTextError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BrokenTextError";
  }
}

/** Known counts by text id. */
const EXPECTED: ReadonlyMap<string, TextCounts> = new Map([[LOUIS_SEGOND.id, LOUIS_SEGOND_COUNTS]]);

/** A chapter with a smaller share of its verses was cut off. */
const WHOLE_ENOUGH = 0.5;

/**
 * Checks a checked text. Allows missing books (a New Testament is a text) and missing verses, which editions omit on
 * purpose, but no partial book.
 *
 * @param id text id; texts with known counts must have them.
 * @throws BrokenTextError for a text without books, a missing, empty or cut-off chapter, or counts that differ from the
 *   known ones.
 */
export function reportText(
  id: string,
  books: readonly TextBook[],
  tables: NumberingTables,
): TextReport {
  const checked = reportWholeChapters(id, books, tables);
  const [reason] = checked.broken;
  if (reason !== undefined) throw new BrokenTextError(reason);
  return checked.report;
}

/**
 * Drops missing, empty or cut-off chapters, and books without a checked chapter, each with the reason; reports the
 * rest.
 *
 * @throws BrokenTextError for a text without books, or counts that differ from the known ones.
 */
export function reportWholeChapters(
  id: string,
  books: readonly TextBook[],
  tables: NumberingTables,
): { books: TextBook[]; broken: string[]; report: TextReport } {
  const numbering = chooseNumbering(books, tables);
  const broken: string[] = [];
  const differingChapters: string[] = [];
  const missingVerses: string[] = [];
  const wholeBooks: TextBook[] = [];
  for (const book of BIBLE_BOOKS) {
    const found = books.find(({ usfm }) => usfm === book.usfm);
    if (!found) continue;
    if (found.chapters.length !== book.chapters) {
      broken.push(
        `${book.usfm} has ${found.chapters.length} chapters where all numberings that we know have ${book.chapters}.`,
      );
    }
    const chapters = Array.from({ length: book.chapters }, (_, index) => {
      const verses = found.chapters[index] ?? [];
      const place = `${book.usfm} ${index + 1}`;
      const last = verses.at(-1)?.verse ?? 0;
      const expected = tables[numbering][book.order]?.[index] ?? 0;
      const reason = brokenChapter(place, found.heldNumbers?.[index] ?? verses.length, expected);
      if (reason !== null) {
        broken.push(reason);
        return [];
      }
      if (last !== expected) differingChapters.push(place);
      const present = new Set(verses.map(({ verse }) => verse));
      for (let verse = 1; verse < last; verse += 1) {
        if (!present.has(verse)) missingVerses.push(`${place}:${verse}`);
      }
      return verses;
    });
    if (chapters.some(({ length }) => length > 0)) wholeBooks.push({ usfm: book.usfm, chapters });
  }
  if (wholeBooks.length === 0 || (broken.length > 0 && EXPECTED.has(id))) {
    throw new BrokenTextError(broken[0] ?? "The text has none of the 66 books.");
  }
  const counts = countText(wholeBooks);
  requireExpected(id, counts);
  const missingBooks = BIBLE_BOOKS.map(({ usfm }) => usfm).filter(
    (usfm) => !wholeBooks.some((book) => book.usfm === usfm),
  );
  const places = { missingBooks, differingChapters, missingVerses };
  return { books: wholeBooks, broken, report: { ...counts, numbering, ...places } };
}

function countText(books: readonly TextBook[]): TextCounts {
  const chapters = books.flatMap((book) => book.chapters).filter(({ length }) => length > 0);
  const verses = chapters.reduce((sum, chapter) => sum + chapter.length, 0);
  return { books: books.length, chapters: chapters.length, verses };
}

function brokenChapter(place: string, verses: number, expected: number): string | null {
  if (verses === 0) return `${place} has no verses.`;
  return verses < expected * WHOLE_ENOUGH
    ? `${place} is cut off: it has ${verses} of ${expected} verses.`
    : null;
}

function requireExpected(id: string, found: TextCounts): void {
  const expected = EXPECTED.get(id);
  if (!expected) return;
  for (const unit of ["books", "chapters", "verses"] as const) {
    if (found[unit] === expected[unit]) continue;
    throw new BrokenTextError(
      `This is not the whole text of ${id}: it has ${found[unit]} ${unit} instead of ${expected[unit]}.`,
    );
  }
}
