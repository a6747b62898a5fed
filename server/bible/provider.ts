import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { SpecifiedVersion } from "#shared/bible/bible-versions.ts";
import type { BibleCaps } from "#shared/contracts/bible-responses.ts";
import type { ChapterCache, ProvidedChapter } from "./providers/chapter-cache.ts";

/** A licensed provider of Bible texts. */
export interface BibleProvider {
  /** Terms of the licence. */
  readonly caps: BibleCaps;
  /** Null if the licence allows no caching. */
  readonly cache: ChapterCache | null;
  /** @throws ProviderError */
  chapter(version: SpecifiedVersion, place: BiblePlace): Promise<ProvidedChapter>;
}

type ProviderFault =
  /** The key is valid, but not for this version. */
  | "not-granted"
  | "not-found"
  /** A temporary failure: network, quota, rejected key, unreadable response. */
  | "unavailable";

type ProviderErrorOptions = {
  cause?: unknown;
  /** Time in milliseconds until a retry can succeed. */
  restMs?: number;
};

/** Failure of a provider. `message` is for the log and names no key. */
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
