import type { BibleVerse } from "#shared/bible/bible-text.ts";

/** A chapter from a provider. */
export type ProvidedChapter = {
  verses: readonly BibleVerse[];
  /** The provider's copyright line; falls back to that of the version. */
  copyright?: string;
  /** Must be reported with each display (API.Bible). */
  fumsToken?: string;
};
