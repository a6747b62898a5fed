import type { BibleBook } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";

/** Verses of a chapter in the Hebrew numbering, and the location of the first in ours. */
type ChapterRow = { chapter: number; from: number; to: number; ours: number; first: number };

/**
 * Books that Hebrew and German editions divide into another number of chapters than our numberings. They are renumbered
 * on import, because URLs have no Joel 4.
 */
const HEBREW_CHAPTERS: ReadonlyMap<string, { chapters: number; rows: readonly ChapterRow[] }> =
  new Map([
    [
      "JOL",
      {
        chapters: 4,
        rows: [
          { chapter: 3, from: 1, to: 5, ours: 2, first: 28 },
          { chapter: 4, from: 1, to: 21, ours: 3, first: 1 },
        ],
      },
    ],
    ["MAL", { chapters: 3, rows: [{ chapter: 3, from: 19, to: 24, ours: 4, first: 1 }] }],
  ]);

/** Last chapter of one book in any known numbering. */
export function lastChapterOf({ usfm, chapters }: BibleBook): number {
  return Math.max(chapters, HEBREW_CHAPTERS.get(usfm)?.chapters ?? 0);
}

/** Returns true if a book with these counts fits the chapters of our numberings. */
export function canHaveChapters(
  book: BibleBook,
  counts: { chapters: number; verses: number },
): boolean {
  const isHebrew =
    counts.chapters === HEBREW_CHAPTERS.get(book.usfm)?.chapters && counts.verses >= book.verses;
  return counts.chapters >= book.chapters || isHebrew;
}

/**
 * Converts a book to the chapters of our numberings: renumbers Hebrew chapters, drops further ones, and leaves missing
 * ones empty.
 */
export function toOurChapters(
  book: BibleBook,
  { usfm, chapters, heldNumbers }: TextBook,
): { book: TextBook; isRenumbered: boolean; beyond: string[] } {
  const hebrew = HEBREW_CHAPTERS.get(usfm);
  const isRenumbered = hebrew !== undefined && isHebrew(chapters, hebrew);
  const numbered = isRenumbered ? renumbered(chapters, hebrew.rows) : chapters;
  const ours = Array.from({ length: book.chapters }, (_, index) => numbered[index] ?? []);
  const beyond = numbered
    .slice(book.chapters)
    .flatMap(({ length }, index) => (length > 0 ? [`${usfm} ${book.chapters + index + 1}`] : []));
  const isCounted = heldNumbers !== undefined && !isRenumbered;
  const counted = isCounted ? { heldNumbers } : {};
  return { book: { usfm, chapters: ours, ...counted }, isRenumbered, beyond };
}

function isHebrew(
  chapters: TextBook["chapters"],
  hebrew: { chapters: number; rows: readonly ChapterRow[] },
): boolean {
  const last = chapters.findLastIndex(({ length }) => length > 0) + 1;
  const end = hebrew.rows.at(-1);
  const hasLastVerses = chapters[last - 1]?.some(({ verse }) => verse >= (end?.from ?? 0)) ?? false;
  return last === hebrew.chapters && hasLastVerses;
}

function renumbered(chapters: TextBook["chapters"], rows: readonly ChapterRow[]): BibleVerse[][] {
  const numbered: BibleVerse[][] = [];
  for (const [index, verses] of chapters.entries()) {
    for (const found of verses) {
      const row = rows.find(
        ({ chapter, from, to }) =>
          chapter === index + 1 && found.verse >= from && found.verse <= to,
      );
      const chapter = row?.ours ?? index + 1;
      const verse = row ? found.verse - row.from + row.first : found.verse;
      (numbered[chapter - 1] ??= []).push({ ...found, verse });
    }
  }
  return Array.from(numbered, (verses) => verses ?? []);
}
