import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import type { NumberingId } from "#shared/bible/numbering/numbering.ts";
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
const EXPECTED: ReadonlyMap<string, TextCounts> = new Map([
  ["lsg", { books: 66, chapters: 1_189, verses: 31_170 }],
]);

/** A chapter with less than this part of its verses was cut off. */
const WHOLE_ENOUGH = 0.5;

/**
 * Looks a whole text over. Missing books are allowed (a New Testament is a text), and so are missing verses,
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
  if (books.length === 0) throw new BrokenTextError("The text has none of the 66 books.");
  const numbering = chooseNumbering(books, tables);
  const differingChapters: string[] = [];
  const missingVerses: string[] = [];
  for (const book of BIBLE_BOOKS) {
    const found = books.find(({ usfm }) => usfm === book.usfm);
    if (!found) continue;
    requireChapters(found, book.chapters);
    for (const [index, verses] of found.chapters.entries()) {
      const place = `${book.usfm} ${index + 1}`;
      const last = verses.at(-1)?.verse ?? 0;
      const expected = tables[numbering][book.order]?.[index] ?? 0;
      if (verses.length < expected * WHOLE_ENOUGH) {
        throw new BrokenTextError(
          `${place} is cut off: it has ${verses.length} of ${expected} verses.`,
        );
      }
      if (last !== expected) differingChapters.push(place);
      const held = new Set(verses.map(({ verse }) => verse));
      for (let verse = 1; verse < last; verse += 1) {
        if (!held.has(verse)) missingVerses.push(`${place}:${verse}`);
      }
    }
  }
  const counts = countText(books);
  requireExpected(id, counts);
  const missingBooks = BIBLE_BOOKS.map(({ usfm }) => usfm).filter(
    (usfm) => !books.some((book) => book.usfm === usfm),
  );
  return { ...counts, numbering, missingBooks, differingChapters, missingVerses };
}

/** Counts books, chapters and verses. */
export function countText(books: readonly TextBook[]): TextCounts {
  const chapters = books.flatMap((book) => book.chapters);
  const verses = chapters.reduce((sum, chapter) => sum + chapter.length, 0);
  return { books: books.length, chapters: chapters.length, verses };
}

function requireChapters({ usfm, chapters }: TextBook, expected: number): void {
  if (chapters.length !== expected) {
    throw new BrokenTextError(
      `${usfm} has ${chapters.length} chapters where all numberings that we know have ${expected}.`,
    );
  }
  const empty = chapters.findIndex((verses) => verses.length === 0);
  if (empty !== -1) throw new BrokenTextError(`${usfm} ${empty + 1} has no verses.`);
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
