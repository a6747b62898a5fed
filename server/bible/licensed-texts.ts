import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { SpecifiedVersion, BibleVersionId } from "#shared/bible/bible-versions.ts";
import type { BibleCaps, BibleVersionState } from "#shared/contracts/bible-responses.ts";
import { type BibleProvider, ProviderError } from "./provider.ts";
import type { ProvidedChapter } from "./providers/chapter-cache.ts";
import type { DisplayReports } from "./providers/display-reports.ts";
import { MINUTE_MS, isWithin } from "@reign-tv/kit/durations.ts";

/** Versions of licensed providers. */
export type LicensedTexts = {
  state(version: BibleVersionId): BibleVersionState;
  caps(version: BibleVersionId): BibleCaps | null;
  /**
   * Returns a chapter with its licence terms; null without a provider.
   *
   * @throws ProviderError
   */
  chapter(
    version: SpecifiedVersion,
    place: BiblePlace,
  ): Promise<(ProvidedChapter & { caps: BibleCaps }) | null>;
  /** Forwards a display report once. Returns false for an unknown fums. */
  reportDisplay(body: string): Promise<boolean>;
};

/** A version counts as down for this long after a failure. */
const DOWN_MS = MINUTE_MS;

type LicensedTextsOptions = {
  providers: ReadonlyMap<BibleVersionId, BibleProvider>;
  /** For providers that require a report of each display. */
  reports: DisplayReports | null;
  now: () => number;
  /** Receives every result except "not-found"; null means success. */
  onOutcome: (version: BibleVersionId, error: ProviderError | null) => void;
};

type Failure = { error: ProviderError; atMs: number };

/**
 * Licensed versions by their providers. Caches what the licence allows, joins concurrent requests for one chapter and
 * stops calling a provider for a while after it rejects the key.
 */
export function createLicensedTexts(options: LicensedTextsOptions): LicensedTexts {
  const { providers, reports, now, onOutcome } = options;
  const running = new Map<string, Promise<ProvidedChapter>>();
  const failures = new Map<BibleVersionId, Failure>();

  async function fetchChapter(
    provider: BibleProvider,
    version: SpecifiedVersion,
    place: BiblePlace,
  ): Promise<ProvidedChapter> {
    const last = failures.get(version.id);
    if (last && isWithin(last.error.restMs, last.atMs, now())) throw last.error;
    try {
      const chapter = await provider.chapter(version, place);
      failures.delete(version.id);
      onOutcome(version.id, null);
      provider.cache?.keep(version.id, place, chapter);
      return chapter;
    } catch (error) {
      if (!(error instanceof ProviderError) || error.fault === "not-found") throw error;
      failures.set(version.id, { error, atMs: now() });
      onOutcome(version.id, error);
      throw error;
    }
  }

  function fetchOnce(
    provider: BibleProvider,
    version: SpecifiedVersion,
    place: BiblePlace,
  ): Promise<ProvidedChapter> {
    const key = `${version.id} ${place.book.usfm}.${place.chapter}`;
    const started = running.get(key);
    if (started) return started;
    const work = fetchChapter(provider, version, place).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  }

  return {
    state(version) {
      if (!providers.has(version)) return "needs-key";
      const last = failures.get(version);
      const restMs = Math.max(last?.error.restMs ?? 0, DOWN_MS);
      if (!last || !isWithin(restMs, last.atMs, now())) return "ready";
      return last.error.fault === "not-granted" ? "not-granted" : "down";
    },
    caps: (version) => providers.get(version)?.caps ?? null,
    async chapter(version, place) {
      const provider = providers.get(version.id);
      if (!provider) return null;
      const { caps, cache } = provider;
      const cached = cache?.find(version.id, place) ?? null;
      const { fumsToken: token, ...chapter } =
        cached ?? (await fetchOnce(provider, version, place));
      const fums = token !== undefined && reports ? { fumsToken: reports.issue(token) } : {};
      return { ...chapter, ...fums, caps };
    },
    reportDisplay: (body) => reports?.accept(body) ?? Promise.resolve(false),
  };
}

/** Without providers, every licensed version needs a key. */
export const NO_LICENSED_TEXTS: LicensedTexts = createLicensedTexts({
  providers: new Map(),
  reports: null,
  now: () => 0,
  onOutcome: () => undefined,
});
