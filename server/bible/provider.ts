import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { SpecifiedVersion } from "#shared/bible/bible-versions.ts";
import type { BibleCaps } from "#shared/contracts/bible-responses.ts";
import type { ProvidedChapter } from "./provided-chapter.ts";
import type { ChapterCache } from "./providers/chapter-cache.ts";

/** A licensed source of Scripture with the ministry's key. */
export interface BibleProvider {
  /** What its licence allows. */
  readonly caps: BibleCaps;
  /** What may be kept of it; null: nothing. */
  readonly cache: ChapterCache | null;
  /** @throws ProviderError */
  chapter(version: SpecifiedVersion, place: BiblePlace): Promise<ProvidedChapter>;
}

export type ProviderFault =
  /** The key is good but not for this version. */
  | "not-granted"
  /** The provider has no such chapter. */
  | "not-found"
  /** Anything that may be well again later: network, quota, refused key, unreadable answer. */
  | "unavailable";

type ProviderErrorOptions = {
  cause?: unknown;
  /** How long asking again would bring the same answer, in milliseconds. */
  restMs?: number;
};

/** Why a provider gave no chapter. `message` is for the log and names no key. */
export class ProviderError extends Error {
  readonly fault: ProviderFault;
  readonly restMs: number;

  constructor(
    fault: ProviderFault,
    message: string,
    { restMs = 0, ...rest }: ProviderErrorOptions = {},
  ) {
    super(message, rest);
    this.name = "ProviderError";
    this.fault = fault;
    this.restMs = restMs;
  }
}
