import type { BibleBook, BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { type NumberingRow, SEGOND_ROWS } from "./segond.ts";

/**
 * One pivot numbering for all texts: the King James Version's. Bookmarks, links, search hits and
 * parallel texts use it (decision 072). The title of a psalm is verse 0 of the pivot, because
 * Segond counts it as a verse and the King James Version does not. A version without such a verse
 * shows it at verse 1.
 */

export const NUMBERING_IDS = ["kjv", "segond"] as const;

export type NumberingId = (typeof NUMBERING_IDS)[number];

/** Numbered from 1; verse 0 of the pivot is the title of a psalm. */
export type NumberedVerse = { chapter: number; verse: number };

/** One side of a row. */
type Side = { chapter: number; from: number; to: number };
type Correspondence = { here: Side; there: Side };
/** Rows by USFM code and chapter ("PSA 51"). */
type Rows = ReadonlyMap<string, readonly Correspondence[]>;

const TO_SEGOND = rowsBy(SEGOND_ROWS.map(asCorrespondence));
const FROM_SEGOND = rowsBy(
  SEGOND_ROWS.map(asCorrespondence).map(({ usfm, here, there }) => ({
    usfm,
    here: there,
    there: here,
  })),
);

/** Returns the pivot verses of a verse in a numbering, in order; at least one. */
export function toPivot(
  numbering: NumberingId,
  book: BibleBook,
  verse: NumberedVerse,
): readonly NumberedVerse[] {
  return numbering === "kjv" ? [verse] : counterparts(FROM_SEGOND, book, verse);
}

/** Returns the verses of a numbering that contain a pivot verse, in order; at least one. */
export function fromPivot(
  numbering: NumberingId,
  book: BibleBook,
  verse: NumberedVerse,
): readonly NumberedVerse[] {
  const found = numbering === "kjv" ? [verse] : counterparts(TO_SEGOND, book, verse);
  return found.map((each) => (each.verse === 0 ? { ...each, verse: 1 } : each));
}

/** Returns the first matching verse in another numbering. */
export function renumberVerse(
  book: BibleBook,
  verse: NumberedVerse,
  { from, to }: { from: NumberingId; to: NumberingId },
): NumberedVerse {
  if (from === to) return verse;
  const [inPivot = verse] = toPivot(from, book, verse);
  return fromPivot(to, book, inPivot)[0] ?? inPivot;
}

/** Returns the reading position in another numbering. */
export function renumberPlace(
  { book, chapter }: BiblePlace,
  verse: number | null,
  numberings: { from: NumberingId; to: NumberingId },
): { place: BiblePlace; verse: number | null } {
  // A chapter without a verse maps to the chapter with most of its text.
  if (verse === null) return { place: { book, chapter }, verse };
  const found = renumberVerse(book, { chapter, verse }, numberings);
  return { place: { book, chapter: found.chapter }, verse: found.verse };
}

/**
 * Returns a reference in another numbering. A range across a chapter's end stops at its first
 * verse.
 */
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

/** Returns the parallel verse, or the whole other side when the lengths differ. */
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
