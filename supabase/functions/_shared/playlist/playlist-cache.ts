import { createLastGoodAnswers } from "./last-good-answers.ts";
import type { PlaylistSnapshot } from "./playlist.domain.ts";
import { PlaylistError, TooManyRequests } from "./playlist-error.ts";
import { LOOK_EVERY_MS } from "./playlist-sources.ts";
import type { PlaylistSources } from "./playlist-sources.ts";
import type { FunctionLog, KeyValueStore } from "../runtime/runtime.ts";
import type { UnitBudget } from "./quota-budget.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS, isWithin } from "../runtime/durations.ts";

/**
 * The playlists as they are served: what is known is answered at once and
 * read again behind the visitor's back; one reading per playlist at a time; a failed one is not
 * repeated for a while; the last good answer survives restarts and is served for 30 days.
 */

/** An answer of which nothing newer is known for so long is said to be old. */
const STALE_AFTER_MS = 6 * HOUR_MS;
/** The platform's terms allow to keep data for 30 days without reading it again. */
const KEEP_MS = 30 * DAY_MS;
/** A visitor's "Refresh" reads the source again at most this often per playlist (F13). */
const FORCED_EVERY_MS = MINUTE_MS;
/** How long a visitor waits for a playlist of which nothing is known yet. */
const VISITOR_PATIENCE_MS = 8_000;

export type PlaylistReading = {
  readonly snapshot: PlaylistSnapshot;
  /** The source could not be read, or has not been for hours. */
  readonly isStale: boolean;
  readonly cache: "hit" | "stale" | "miss";
};

export type ReadingOptions = {
  readonly isForced: boolean;
  /**
   * Asked before this request makes us read the source: null, or the seconds after which its sender
   * may come back. What is known is answered without it.
   */
  readonly admit: () => Promise<number | null>;
};

export type PlaylistCache = {
  /**
   * @throws PlaylistError when nothing is known and nothing can be read
   * @throws TooManyRequests when nothing is known and `admit` refuses
   */
  read(playlistId: string, options: ReadingOptions): Promise<PlaylistReading>;
};

export type PlaylistCacheOptions = {
  readonly sources: PlaylistSources;
  readonly store: KeyValueStore;
  readonly budget: Pick<UnitBudget, "hasRoomForForced">;
  readonly now: () => number;
  readonly log: FunctionLog;
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  readonly visitorPatienceMs?: number | undefined;
};

type Entry = {
  readonly playlistId: string;
  readonly loaded: Promise<void>;
  isLoaded: boolean;
  snapshot: PlaylistSnapshot | null;
  failure: PlaylistError | null;
  /** When and for how long the next reading was put off. */
  rest: { readonly sinceMs: number; readonly forMs: number };
  lastForcedAtMs: number;
  reading: Promise<void> | null;
  /** Somebody is being asked for the price of the first reading. */
  opening: Promise<number | null> | null;
};

/** Makes the cache; ask it for configured playlists only, it keeps an entry for each. */
export function createPlaylistCache(options: PlaylistCacheOptions): PlaylistCache {
  const { sources, budget, now, log } = options;
  const lastGood = createLastGoodAnswers(options.store, log);
  const waitUntil = options.waitUntil ?? (() => undefined);
  const patienceMs = options.visitorPatienceMs ?? VISITOR_PATIENCE_MS;
  const entries = new Map<string, Entry>();

  function entryOf(playlistId: string): Entry {
    const known = entries.get(playlistId);
    if (known) return known;
    const loading = Promise.withResolvers<void>();
    const entry: Entry = {
      playlistId,
      loaded: loading.promise,
      isLoaded: false,
      snapshot: null,
      failure: null,
      rest: { sinceMs: 0, forMs: 0 },
      lastForcedAtMs: Number.NEGATIVE_INFINITY,
      reading: null,
      opening: null,
    };
    entries.set(playlistId, entry);
    loading.resolve(load(entry));
    return entry;
  }

  async function load(entry: Entry): Promise<void> {
    const stored = await lastGood.load(entry.playlistId);
    entry.snapshot = stored;
    // A full list is as fresh as it is; the feed only bridged a fault and is replaced at once.
    if (stored?.source === "api") {
      entry.rest = { sinceMs: Math.min(stored.fetchedAtMs, now()), forMs: LOOK_EVERY_MS };
    }
    entry.isLoaded = true;
  }

  function isResting({ rest }: Entry): boolean {
    return isWithin(rest.forMs, rest.sinceMs, now());
  }

  /** The snapshot while it may be served; an older one is forgotten. */
  function usable(entry: Entry): PlaylistSnapshot | null {
    if (entry.snapshot && now() - entry.snapshot.fetchedAtMs > KEEP_MS) entry.snapshot = null;
    return entry.snapshot;
  }

  /** Whether another server has read the source in the meantime; what it found is taken then. */
  async function takeFromOthers(entry: Entry): Promise<boolean> {
    const stored = await lastGood.load(entry.playlistId);
    const isNewer = (stored?.fetchedAtMs ?? 0) > (entry.snapshot?.fetchedAtMs ?? 0);
    if (stored?.source !== "api" || !isNewer) return false;
    if (now() - stored.fetchedAtMs >= LOOK_EVERY_MS) return false;
    entry.snapshot = stored;
    entry.failure = null;
    entry.rest = { sinceMs: Math.min(stored.fetchedAtMs, now()), forMs: LOOK_EVERY_MS };
    return true;
  }

  async function readSource(entry: Entry, isForced: boolean): Promise<void> {
    const { playlistId } = entry;
    try {
      if (!isForced && (await takeFromOthers(entry))) return;
      const wish = { known: usable(entry), isForced };
      const { snapshot, freshForMs } = await sources.read(playlistId, wish);
      entry.snapshot = snapshot;
      entry.failure = null;
      entry.rest = { sinceMs: now(), forMs: freshForMs };
      await lastGood.save(playlistId, snapshot);
    } catch (error) {
      const failure =
        error instanceof PlaylistError ? error : new PlaylistError("bad_answer", { cause: error });
      entry.failure = failure;
      entry.rest = { sinceMs: now(), forMs: failure.pauseMs };
      // What a source reported is in the book of faults; this is about what nobody expected.
      if (error instanceof PlaylistError) return;
      const reason = error instanceof Error ? error.message : "";
      log("error", "a playlist could not be read", { playlistId, code: failure.code, reason });
    }
  }

  /** Reads the source, or joins the reading under way; never rejects. */
  function refresh(entry: Entry, isForced: boolean): Promise<void> {
    entry.reading ??= readSource(entry, isForced).finally(() => {
      entry.reading = null;
    });
    return entry.reading;
  }

  /** Begins the first reading of a playlist: of all who wait for it, one pays. */
  async function openReading(entry: Entry, admit: ReadingOptions["admit"]): Promise<void> {
    const isWanted = (): boolean =>
      usable(entry) === null && entry.reading === null && !isResting(entry);
    while (isWanted() && entry.opening !== null) await entry.opening;
    if (!isWanted()) return;
    entry.opening = admit().then((retryAfterS) => {
      entry.opening = null;
      if (retryAfterS === null) void refresh(entry, false);
      return retryAfterS;
    });
    const retryAfterS = await entry.opening;
    if (retryAfterS !== null) throw new TooManyRequests(retryAfterS);
  }

  function mayForce(entry: Entry): boolean {
    const isPausing = entry.failure !== null && isResting(entry);
    const isTooSoon = isWithin(FORCED_EVERY_MS, entry.lastForcedAtMs, now());
    return !isPausing && !isTooSoon && budget.hasRoomForForced();
  }

  function answer(entry: Entry, isMiss: boolean): PlaylistReading {
    const snapshot = usable(entry);
    if (!snapshot) throw entry.failure ?? new PlaylistError("timeout");
    const isStale = entry.failure !== null || now() - snapshot.fetchedAtMs >= STALE_AFTER_MS;
    const cache = isStale ? "stale" : "hit";
    return { snapshot, isStale, cache: isMiss ? "miss" : cache };
  }

  return {
    async read(playlistId, { isForced, admit }) {
      const entry = entryOf(playlistId);
      if (!entry.isLoaded) await entry.loaded;
      const isForcing = isForced && mayForce(entry) && (await admit()) === null;
      if (isForcing) entry.lastForcedAtMs = now();
      if (!isForcing && isResting(entry)) return answer(entry, false);
      if (!isForcing) await openReading(entry, admit);
      if (entry.failure !== null && !isForcing && isResting(entry)) {
        return answer(entry, false);
      }
      const reading = refresh(entry, isForcing);
      const isAwaited = isForcing || usable(entry) === null;
      if (isAwaited) await atMost(patienceMs, reading);
      waitUntil(reading);
      return answer(entry, isAwaited && entry.failure === null);
    },
  };
}

/** Resolves when `work` ends, or after `ms`; `work` goes on either way. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, ms);
  await Promise.race([work, patience.promise]);
  clearTimeout(timer);
}
