import type { BibleBook, BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleReference } from "#shared/bible/bible-reference.ts";

/**
 * Differences of Louis Segond 1910 to the King James Version; all other verses have the same
 * number. Counted in the texts: 62 Psalms and 44 other chapters differ, 31,170 verses against
 * 31,102.
 */

/**
 * Verse range on both sides: USFM code, then chapter, first and last verse in the King James
 * Version, then the same in Segond. Ranges of equal length map one to one; otherwise each verse
 * maps to the whole other range.
 */
export type NumberingRow = readonly [
  usfm: string,
  chapter: number,
  from: number,
  to: number,
  otherChapter: number,
  otherFrom: number,
  otherTo: number,
];

/** Psalms with the title as verse 1. */
// prettier-ignore
const TITLE_OF_ONE_VERSE: readonly number[] = [
  3, 4, 5, 6, 7, 8, 9, 12, 18, 19, 20, 21, 22, 30, 31, 34, 36, 38, 39, 40, 41, 42, 44, 45, 46, 47,
  48, 49, 53, 55, 56, 57, 58, 59, 61, 62, 63, 64, 65, 67, 68, 69, 70, 75, 76, 77, 80, 81, 83, 84, 85,
  88, 89, 92, 102, 108, 140, 142,
];

/** Psalms with the title as verses 1 and 2. */
const TITLE_OF_TWO_VERSES: readonly number[] = [51, 52, 54, 60];

/** No psalm with a title verse is longer. */
const LONGEST_PSALM = 72;

function psalmRows(psalm: number, titleVerses: number): NumberingRow[] {
  return [
    ["PSA", psalm, 0, 0, psalm, 1, titleVerses],
    ["PSA", psalm, 1, LONGEST_PSALM, psalm, 1 + titleVerses, LONGEST_PSALM + titleVerses],
  ];
}

// prettier-ignore
const OTHER_ROWS: readonly NumberingRow[] = [
  ["PSA", 13, 0, 0, 13, 1, 1], ["PSA", 13, 1, 4, 13, 2, 5], ["PSA", 13, 5, 6, 13, 6, 6],
  ["EXO", 8, 1, 4, 7, 26, 29], ["EXO", 8, 5, 32, 8, 1, 28],
  ["LEV", 6, 1, 7, 5, 20, 26], ["LEV", 6, 8, 30, 6, 1, 23],
  ["NUM", 29, 40, 40, 30, 1, 1], ["NUM", 30, 1, 16, 30, 2, 17],
  ["1SA", 20, 42, 42, 20, 42, 43],
  ["1SA", 23, 29, 29, 24, 1, 1], ["1SA", 24, 1, 22, 24, 2, 23],
  ["1KI", 22, 43, 43, 22, 43, 44], ["1KI", 22, 44, 53, 22, 45, 54],
  ["2CH", 14, 1, 1, 13, 23, 23], ["2CH", 14, 2, 15, 14, 1, 14],
  ["JOB", 34, 36, 37, 34, 36, 36],
  ["JOB", 38, 39, 41, 39, 1, 3], ["JOB", 39, 1, 30, 39, 4, 33],
  ["JOB", 40, 1, 5, 39, 34, 38], ["JOB", 40, 6, 24, 40, 1, 19],
  ["JOB", 41, 1, 9, 40, 20, 28], ["JOB", 41, 10, 34, 41, 1, 25],
  ["ECC", 5, 1, 1, 4, 17, 17], ["ECC", 5, 2, 20, 5, 1, 19],
  ["ECC", 11, 9, 10, 12, 1, 2], ["ECC", 12, 1, 14, 12, 3, 16],
  ["SNG", 6, 13, 13, 7, 1, 1], ["SNG", 7, 1, 13, 7, 2, 14],
  ["ISA", 9, 1, 1, 8, 23, 23], ["ISA", 9, 2, 21, 9, 1, 20],
  ["ISA", 63, 19, 19, 63, 19, 19], ["ISA", 64, 1, 1, 63, 19, 19], ["ISA", 64, 2, 12, 64, 1, 11],
  ["EZK", 20, 45, 49, 21, 1, 5], ["EZK", 21, 1, 32, 21, 6, 37],
  ["HOS", 1, 10, 11, 2, 1, 2], ["HOS", 2, 1, 23, 2, 3, 25],
  ["HOS", 11, 12, 12, 12, 1, 1], ["HOS", 12, 1, 14, 12, 2, 15],
  ["JON", 1, 17, 17, 2, 1, 1], ["JON", 2, 1, 10, 2, 2, 11],
  ["MIC", 5, 1, 1, 4, 14, 14], ["MIC", 5, 2, 15, 5, 1, 14],
  ["NAM", 1, 15, 15, 2, 1, 1], ["NAM", 2, 1, 13, 2, 2, 14],
  ["MRK", 9, 50, 50, 9, 50, 51], ["MRK", 10, 52, 52, 10, 52, 53],
  ["ACT", 19, 40, 41, 19, 40, 40],
  ["2CO", 13, 12, 13, 13, 12, 12], ["2CO", 13, 14, 14, 13, 13, 13],
  ["3JN", 1, 14, 14, 1, 14, 15],
  ["REV", 13, 1, 1, 12, 18, 18], ["REV", 13, 1, 1, 13, 1, 1],
];

const SEGOND_ROWS: readonly NumberingRow[] = [
  ...TITLE_OF_ONE_VERSE.flatMap((psalm) => psalmRows(psalm, 1)),
  ...TITLE_OF_TWO_VERSES.flatMap((psalm) => psalmRows(psalm, 2)),
  ...OTHER_ROWS,
];

/**
 * One pivot numbering for all texts: the King James Version's. Bookmarks, links, search hits and
 * parallel texts use it (decision 018). The title of a psalm is verse 0 of the pivot, because
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

let segond: { to: Rows; from: Rows } | undefined;

/** Made with the first look-up: English readers never need them. */
function segondRows(): { to: Rows; from: Rows } {
  if (!segond) {
    const to = SEGOND_ROWS.map(asCorrespondence);
    const from = to.map(({ usfm, here, there }) => ({ usfm, here: there, there: here }));
    segond = { to: rowsBy(to), from: rowsBy(from) };
  }
  return segond;
}

/** Returns the pivot verses of a verse in a numbering, in order; at least one. */
export function toPivot(
  numbering: NumberingId,
  book: BibleBook,
  verse: NumberedVerse,
): readonly NumberedVerse[] {
  return numbering === "kjv" ? [verse] : counterparts(segondRows().from, book, verse);
}

/** Returns the verses of a numbering that contain a pivot verse, in order; at least one. */
export function fromPivot(
  numbering: NumberingId,
  book: BibleBook,
  verse: NumberedVerse,
): readonly NumberedVerse[] {
  const found = numbering === "kjv" ? [verse] : counterparts(segondRows().to, book, verse);
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
