import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import type { NumberingId } from "#shared/bible/numbering/numbering.ts";
import { LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import { LOUIS_SEGOND_COUNTS } from "#server/bible/texts/louis-segond.domain.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { chooseNumbering, type NumberingTables } from "./numberings.domain.ts";

/** How much there is of a text. */
export type TextCounts = { books: number; chapters: number; verses: number };

/** What a text holds, and what is particular about it. Places are such as "PSA 51" and "MAT 17:21". */
export type TextReport = TextCounts & {
  numbering: NumberingId;
  /** Codes of the books that are not there. */
  missingBooks: readonly string[];
  /** Chapters that end with another verse than those of the numbering. */
  differingChapters: readonly string[];
  /** Numbers that the text leaves out, or holds in the verse before. */
  missingVerses: readonly string[];
};

/** A text that cannot be shown as one; the message says where it is broken. */
export class BrokenTextError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BrokenTextError";
  }
}

/** What a text must hold whose content was counted, by its id. */
const EXPECTED: ReadonlyMap<string, TextCounts> = new Map([[LOUIS_SEGOND.id, LOUIS_SEGOND_COUNTS]]);

/** A chapter with less than this part of its verses was cut off. */
const WHOLE_ENOUGH = 0.5;

/**
 * Checks a whole text. Missing books are allowed (a New Testament is a text), and so are missing verses,
 * which editions leave out on purpose. Half a book is not.
 *
 * @param id of the text; one that was counted must have its counts.
 * @throws BrokenTextError for a text without books, a chapter that is missing, empty or cut off, and counts
 *   that are not the known ones.
 */
export function reportText(
  id: string,
  books: readonly TextBook[],
  tables: NumberingTables,
): TextReport {
  const whole = reportWholeChapters(id, books, tables);
  const [reason] = whole.broken;
  if (reason !== undefined) throw new BrokenTextError(reason);
  return whole.report;
}

/**
 * Leaves out the chapters that are missing, empty or cut off, and books without a whole one, each with the reason;
 * reports the rest.
 *
 * @throws BrokenTextError for a text without books, and counts that are not the known ones.
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
  const kept: TextBook[] = [];
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
      const held = new Set(verses.map(({ verse }) => verse));
      for (let verse = 1; verse < last; verse += 1) {
        if (!held.has(verse)) missingVerses.push(`${place}:${verse}`);
      }
      return verses;
    });
    if (chapters.some(({ length }) => length > 0)) kept.push({ usfm: book.usfm, chapters });
  }
  if (kept.length === 0 || (broken.length > 0 && EXPECTED.has(id))) {
    throw new BrokenTextError(broken[0] ?? "The text has none of the 66 books.");
  }
  const counts = countText(kept);
  requireExpected(id, counts);
  const missingBooks = BIBLE_BOOKS.map(({ usfm }) => usfm).filter(
    (usfm) => !kept.some((book) => book.usfm === usfm),
  );
  const places = { missingBooks, differingChapters, missingVerses };
  return { books: kept, broken, report: { ...counts, numbering, ...places } };
}

/** Counts books, chapters and verses. */
export function countText(books: readonly TextBook[]): TextCounts {
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
  for (const what of ["books", "chapters", "verses"] as const) {
    if (found[what] === expected[what]) continue;
    throw new BrokenTextError(
      `This is not the whole text of ${id}: it has ${found[what]} ${what} instead of ${expected[what]}.`,
    );
  }
}
