import { BIBLE_BOOKS, type BibleBook } from "#shared/bible/bible-books.ts";

/** A verse in the numbering of the King James Version. */
export type TableVerse = { book: BibleBook; chapter: number; verse: number };

/** A passage to which a verse leads. */
export type CrossReference = {
  from: TableVerse;
  /** Its last verse; the first where it is only one. */
  to: TableVerse;
  /** How many readers found it fitting, less those who did not. */
  votes: number;
};

/** Passages by the verse that leads to them. */
export type ReferenceTable = {
  /** How many there are of all verses. */
  size: number;
  /** The best first; none for a verse that leads nowhere. */
  of(verse: TableVerse): readonly CrossReference[];
};

/** A line that the table cannot be read at. Lines count from 1. */
export class TableFault extends Error {
  constructor(line: number, what: string) {
    super(`line ${line}: ${what}`);
    this.name = "TableFault";
  }
}

const HEADER = /^From Verse\tTo Verse\tVotes(?:\t|$)/i;
const VERSE = /^([1-3]?[A-Za-z]+)\.(\d{1,3})\.(\d{1,3})$/;
const BY_OSIS: ReadonlyMap<string, BibleBook> = new Map(
  BIBLE_BOOKS.map((book) => [book.osis.toLowerCase(), book]),
);

/** Takes the lines of a table one after another. */
export type TableReader = {
  /** @throws TableFault for a line that says something else: half a table would look like a whole one. */
  take(line: string): void;
  /** @throws TableFault where no reference was among the lines. */
  finish(): ReferenceTable;
};

/**
 * Reads cross-references in the tab-separated form of OpenBible.info: a header, then from, to and votes in each line,
 * with verses as in OSIS ("Gen.1.1", "Ps.148.4-Ps.148.5"). What readers voted down is left out.
 */
export function createTableReader(): TableReader {
  // 340,000 of them: a passage is read anew where it is asked for, and held as its few letters.
  const byVerse = new Map<string, string[]>();
  let number = 0;
  let size = 0;
  return {
    take(line) {
      number += 1;
      if (number === 1) {
        if (!HEADER.test(line)) throw new TableFault(1, 'no header "From Verse, To Verse, Votes"');
        return;
      }
      if (line.trim() === "") return;
      const { from, votes } = readLine(line, number);
      if (votes < 0) return;
      const key = keyOf(from);
      const held = byVerse.get(key);
      if (held) held.push(line);
      else byVerse.set(key, [line]);
      size += 1;
    },
    finish() {
      if (size === 0) throw new TableFault(number, "there is no reference in it");
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
    throw new TableFault(number, `no number of votes: ${shown(votes)}`);
  const [first = "", last = first, ...more] = to.trim().split("-");
  if (more.length > 0) throw new TableFault(number, `no passage: ${shown(to)}`);
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
    throw new TableFault(line, `no verse: ${shown(text)}`);
  }
  return { book, ...place };
}

/** Enough of what stands there to find it. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}

function keyOf({ book, chapter, verse }: TableVerse): string {
  return `${book.order}.${chapter}.${verse}`;
}
