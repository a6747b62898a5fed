import type { BibleBook } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import {
  fromPivot,
  type NumberedVerse,
  type NumberingId,
  toPivot,
} from "#shared/bible/numbering/numbering.ts";

/** A verse of a chapter; number 0 is the title of a psalm where that is no verse. */
export type PlacedVerse = { chapter: number; verse: BibleVerse };

/** Aligned verses of two texts. Either side may be empty. */
export type ParallelRow = { first: readonly PlacedVerse[]; second: readonly PlacedVerse[] };

/** Verses of one book in a text. */
export type NumberedText = { numbering: NumberingId; verses: readonly PlacedVerse[] };

/** Returns the chapters of another numbering that contain the verses of a chapter, in order. */
export function parallelChapters(
  book: BibleBook,
  verses: readonly NumberedVerse[],
  { from, to }: { from: NumberingId; to: NumberingId },
): number[] {
  const found = verses
    .flatMap((verse) => toPivot(from, book, verse))
    .flatMap((inPivot) => fromPivot(to, book, inPivot))
    .map(({ chapter }) => chapter);
  return [...new Set(found)].toSorted((a, b) => a - b);
}

/**
 * Aligns two texts by the pivot: each row holds the verses that share words. Of the second text
 * only matching verses are shown; a missing one leaves a gap.
 */
export function alignTexts(
  book: BibleBook,
  first: NumberedText,
  second: NumberedText,
): ParallelRow[] {
  const others = withTitles(second.verses).map((placed) => ({
    placed,
    keys: keysOf(book, placed, second.numbering),
  }));
  const rows: { first: PlacedVerse[]; second: Set<PlacedVerse> }[] = [];
  for (const placed of withTitles(first.verses)) {
    const keys = new Set(keysOf(book, placed, first.numbering));
    const matching = others.filter((other) => other.keys.some((key) => keys.has(key)));
    const last = rows.at(-1);
    if (last && matching.some((other) => last.second.has(other.placed))) {
      last.first.push(placed);
      for (const other of matching) last.second.add(other.placed);
    } else {
      rows.push({ first: [placed], second: new Set(matching.map((other) => other.placed)) });
    }
  }
  return rows.map((row) => ({ first: row.first, second: [...row.second] }));
}

/** Adds titles of psalms as verses, so that they align with texts that number them. */
function withTitles(verses: readonly PlacedVerse[]): PlacedVerse[] {
  return verses.flatMap((placed) => {
    const { title, ...verse } = placed.verse;
    if (title === undefined) return [placed];
    const { chapter } = placed;
    return [
      { chapter, verse: { verse: 0, text: title } },
      { chapter, verse },
    ];
  });
}

function keysOf(
  book: BibleBook,
  { chapter, verse: { verse } }: PlacedVerse,
  numbering: NumberingId,
): string[] {
  const isTitle = verse === 0;
  const inPivot = isTitle ? [{ chapter, verse }] : toPivot(numbering, book, { chapter, verse });
  return inPivot.map((each) => `${each.chapter}:${each.verse}`);
}
