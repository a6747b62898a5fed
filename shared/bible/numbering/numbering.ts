import type { BibleBook, BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { type NumberingRow, SEGOND_ROWS } from "./segond.ts";

/**
 * One numbering for all texts: the pivot, which is the King James Version's. Bookmarks, links, hits and
 * texts side by side meet in it (decision 072).
 *
 * In the pivot the title of a psalm is its verse 0, because Segond counts it as a verse and the King
 * James Version does not. A version without such a verse shows it at verse 1.
 */

/** How a text numbers its verses. */
export const NUMBERING_IDS = ["kjv", "segond"] as const;

export type NumberingId = (typeof NUMBERING_IDS)[number];

/** A verse of a book, numbered from 1; in the pivot 0 is the title of a psalm. */
export type NumberedVerse = { chapter: number; verse: number };

/** One end of a row. */
type Side = { chapter: number; from: number; to: number };
type Correspondence = { here: Side; there: Side };
/** Rows by book and chapter ("PSA 51"). */
type Rows = ReadonlyMap<string, readonly Correspondence[]>;

const TO_SEGOND = rowsBy(SEGOND_ROWS.map(asCorrespondence));
const FROM_SEGOND = rowsBy(
  SEGOND_ROWS.map(asCorrespondence).map(({ usfm, here, there }) => ({
    usfm,
    here: there,
    there: here,
  })),
);

/** The verses of the pivot that a verse of a numbering holds, in order; never none. */
export function toPivot(
  numbering: NumberingId,
  book: BibleBook,
  verse: NumberedVerse,
): readonly NumberedVerse[] {
  return numbering === "kjv" ? [verse] : counterparts(FROM_SEGOND, book, verse);
}

/** The verses of a numbering in which a verse of the pivot stands, in order; never none. */
export function fromPivot(
  numbering: NumberingId,
  book: BibleBook,
  verse: NumberedVerse,
): readonly NumberedVerse[] {
  const found = numbering === "kjv" ? [verse] : counterparts(TO_SEGOND, book, verse);
  return found.map((each) => (each.verse === 0 ? { ...each, verse: 1 } : each));
}

/** The first verse of another numbering that stands for a verse. */
export function renumberVerse(
  book: BibleBook,
  verse: NumberedVerse,
  { from, to }: { from: NumberingId; to: NumberingId },
): NumberedVerse {
  if (from === to) return verse;
  const [inPivot = verse] = toPivot(from, book, verse);
  return fromPivot(to, book, inPivot)[0] ?? inPivot;
}

/** Where a reader who changes to a text of another numbering goes on: at the verse, or in the chapter. */
export function renumberPlace(
  { book, chapter }: BiblePlace,
  verse: number | null,
  numberings: { from: NumberingId; to: NumberingId },
): { place: BiblePlace; verse: number | null } {
  // A chapter without a verse is the one that holds most of its text.
  if (verse === null) return { place: { book, chapter }, verse };
  const found = renumberVerse(book, { chapter, verse }, numberings);
  return { place: { book, chapter: found.chapter }, verse: found.verse };
}

/** A reference in another numbering. What would go over the end of a chapter there ends with its first verse. */
export function renumberReference(
  reference: BibleReference,
  numberings: { from: NumberingId; to: NumberingId },
): BibleReference {
  const { book, chapter, verses } = reference;
  if (verses === null) return reference;
  const from = renumberVerse(book, { chapter, verse: verses.from }, numberings);
  const to = renumberVerse(book, { chapter, verse: verses.to }, numberings);
  const last = to.chapter === from.chapter ? Math.max(to.verse, from.verse) : from.verse;
  return { book, chapter: from.chapter, verses: { from: from.verse, to: last } };
}

function counterparts(
  rows: Rows,
  { usfm }: BibleBook,
  verse: NumberedVerse,
): readonly NumberedVerse[] {
  const found = (rows.get(`${usfm} ${verse.chapter}`) ?? [])
    .filter(({ here }) => verse.verse >= here.from && verse.verse <= here.to)
    .flatMap(({ here, there }) => versesAcross(verse.verse, here, there));
  return found.length === 0 ? [verse] : found;
}

/** The verse beside, or all of the other side where the sides are not equally long. */
function versesAcross(verse: number, here: Side, there: Side): NumberedVerse[] {
  const { chapter } = there;
  const isSideBySide = here.to - here.from === there.to - there.from;
  if (isSideBySide) return [{ chapter, verse: verse - here.from + there.from }];
  const length = there.to - there.from + 1;
  return Array.from({ length }, (_, index) => ({ chapter, verse: there.from + index }));
}

function asCorrespondence(row: NumberingRow): Correspondence & { usfm: string } {
  const [usfm, chapter, from, to, otherChapter, otherFrom, otherTo] = row;
  return {
    usfm,
    here: { chapter, from, to },
    there: { chapter: otherChapter, from: otherFrom, to: otherTo },
  };
}

function rowsBy(all: readonly (Correspondence & { usfm: string })[]): Rows {
  const rows = new Map<string, Correspondence[]>();
  for (const { usfm, here, there } of all) {
    const key = `${usfm} ${here.chapter}`;
    rows.set(key, [...(rows.get(key) ?? []), { here, there }]);
  }
  return rows;
}
