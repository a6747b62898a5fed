import type { BibleVerse } from "#shared/bible/bible-text.ts";

/** One book of a text: its verses by chapter, in order. */
export type TextBook = {
  /** Three-letter code. */
  usfm: string;
  chapters: readonly (readonly BibleVerse[])[];
  /** Number of verse numbers in each chapter, if known: an edition may join several in one verse (2-6). */
  heldNumbers?: readonly number[];
};
