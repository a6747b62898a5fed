import type { BibleVerse } from "#shared/bible/bible-text.ts";

/** One book of a text, wherever it came from: its verses by chapter, in order. */
export type TextBook = {
  /** Three-letter code. */
  usfm: string;
  chapters: readonly (readonly BibleVerse[])[];
  /** How many numbers each chapter holds, where it is known: several stand in one verse of an edition (2-6). */
  heldNumbers?: readonly number[];
};
