import type { BibleVerse } from "#shared/bible/bible-text.ts";

/** A chapter as a provider gave it. */
export type ProvidedChapter = {
  verses: readonly BibleVerse[];
  /** The owner's line in the provider's words; the version's own line otherwise. */
  copyright?: string;
  /** Must be reported with each display (API.Bible). */
  fumsToken?: string;
};
