import type { BiblePlace } from "#shared/bible-books.ts";
import type { BibleCaps, BibleVersionId, BibleVersionState } from "#shared/bible-versions.ts";
import type { ProvidedChapter } from "./provider.ts";

/** Versions that come from licensed providers. */
export type LicensedTexts = {
  /** Whether a provider is configured for the version. */
  serves(version: BibleVersionId): boolean;
  state(version: BibleVersionId): BibleVersionState;
  caps(version: BibleVersionId): BibleCaps | null;
  /**
   * A chapter with what its licence allows; null without a provider.
   *
   * @throws ProviderError
   */
  chapter(
    version: BibleVersionId,
    place: BiblePlace,
  ): Promise<(ProvidedChapter & { caps: BibleCaps }) | null>;
  /** Passes a display report on, once; false when the report is none of ours. */
  reportDisplay(body: string): Promise<boolean>;
};

/** No provider at all: every licensed version needs a key. */
export const NO_LICENSED_TEXTS: LicensedTexts = {
  serves: () => false,
  state: () => "needs-key",
  caps: () => null,
  chapter: () => Promise.resolve(null),
  reportDisplay: () => Promise.resolve(false),
};
