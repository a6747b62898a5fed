import { BIBLE_BOOKS, type BibleBook } from "#shared/bible/bible-books.ts";

/** A verse in the numbering of the King James Version. */
export type TableVerse = { book: BibleBook; chapter: number; verse: number };

/** A passage that a verse refers to. */
export type CrossReference = {
  from: TableVerse;
  /** Its last verse; equals `from` for a single verse. */
  to: TableVerse;
  /** Votes for it less votes against it. */
  votes: number;
};

/** Passages by the verse that refers to them. */
export type ReferenceTable = {
  /** Number of references of all verses. */
  size: number;
  /** Best first; empty for a verse without references. */
  of(verse: TableVerse): readonly CrossReference[];
};

/** An invalid line of the table. Lines count from 1. */
export class TableError extends Error {
  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
    this.name = "TableError";
  }
}

const HEADER = /^From Verse\tTo Verse\tVotes(?:\t|$)/i;
const VERSE = /^([1-3]?[A-Za-z]+)\.(\d{1,3})\.(\d{1,3})$/;
const BY_OSIS: ReadonlyMap<string, BibleBook> = new Map(
  BIBLE_BOOKS.map((book) => [book.osis.toLowerCase(), book]),
);

type TableReader = {
  /** @throws TableError: half a table would pass as a complete one. */
  take(line: string): void;
  /** @throws TableError if there was no reference. */
  finish(): ReferenceTable;
};

/**
 * Reads cross-references in the tab-separated form of OpenBible.info: a header, then from, to and votes in each line,
 * with OSIS verses ("Gen.1.1", "Ps.148.4-Ps.148.5"). Drops references with negative votes.
 */
export function createTableReader(): TableReader {
  // 340,000 lines: stored as text and parsed on request, to save memory.
  const byVerse = new Map<string, string[]>();
  let number = 0;
  let size = 0;
  return {
    take(line) {
      number += 1;
      if (number === 1) {
        if (!HEADER.test(line)) throw new TableError(1, 'no header "From Verse, To Verse, Votes"');
        return;
      }
      if (line.trim() === "") return;
      const { from, votes } = readLine(line, number);
      if (votes < 0) return;
      const key = keyOf(from);
      const lines = byVerse.get(key);
      if (lines) lines.push(line);
      else byVerse.set(key, [line]);
      size += 1;
    },
    finish() {
      if (size === 0) throw new TableError(number, "there is no reference in it");
      return {
        size,
        of: (verse) =>
          (byVerse.get(keyOf(verse)) ?? [])
            .map((line) => readLine(line, 0).reference)
            .toSorted((a, b) => b.votes - a.votes),
      };
    },
  };
}

function readLine(
  line: string,
  number: number,
): { from: TableVerse; votes: number; reference: CrossReference } {
  const [from = "", to = "", votes = ""] = line.split("\t");
  if (!/^-?\d{1,6}$/.test(votes.trim()))
    throw new TableError(number, `no number of votes: ${shown(votes)}`);
  const [first = "", last = first, ...more] = to.trim().split("-");
  if (more.length > 0) throw new TableError(number, `no passage: ${shown(to)}`);
  const reference = {
    from: readVerse(first, number),
    to: readVerse(last, number),
    votes: Number(votes),
  };
  return { from: readVerse(from.trim(), number), votes: reference.votes, reference };
}

function readVerse(text: string, line: number): TableVerse {
  const [, name = "", chapter = "", verse = ""] = VERSE.exec(text) ?? [];
  const book = BY_OSIS.get(name.toLowerCase());
  const place = { chapter: Number(chapter), verse: Number(verse) };
  if (!book || place.verse < 1 || place.chapter < 1 || place.chapter > book.chapters) {
    throw new TableError(line, `no verse: ${shown(text)}`);
  }
  return { book, ...place };
}

/** Shortened for the error message. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}

function keyOf({ book, chapter, verse }: TableVerse): string {
  return `${book.order}.${chapter}.${verse}`;
}
