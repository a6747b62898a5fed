import type { BibleVerse } from "#shared/bible-text.ts";

/** A chapter as a provider gave it. */
export type ProvidedChapter = {
  verses: readonly BibleVerse[];
  /** The owner's line in the provider's words; the version's own line otherwise. */
  copyright?: string;
  /** Must be reported with each display (API.Bible). */
  fumsToken?: string;
};

export type ProviderFault =
  /** The key is good but not for this version. */
  | "not-granted"
  /** The provider has no such chapter. */
  | "not-found"
  /** Anything that may be well again later: network, quota, refused key, unreadable answer. */
  | "unavailable";

/** Why a provider gave no chapter. `message` is for the log and names no key. */
export class ProviderError extends Error {
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "ProviderError";
    this.fault = fault;
  }
}
