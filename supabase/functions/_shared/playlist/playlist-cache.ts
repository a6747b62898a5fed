import {
  parseStoredSnapshot,
  type PlaylistReading,
  type PlaylistSnapshot,
} from "./playlist.domain.ts";
import type { FunctionLog, KeyValueStore } from "@reign-tv/kit/function-contract.ts";
import { PlaylistError, TooManyRequests } from "./playlist-error.ts";
import { REFRESH_INTERVAL_MS, type PlaylistSources } from "./playlist-sources.ts";
import type { UnitBudget } from "./quota-budget.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS, isWithin } from "@reign-tv/kit/durations.ts";

/** Last valid response of each playlist, in the host's durable store. */
export type SnapshotStore = {
  /** Null without a valid stored response, or if the store fails. */
  load(playlistId: string): Promise<PlaylistSnapshot | null>;
  /** Never rejects: a failing store does not fail the response. */
  save(playlistId: string, snapshot: PlaylistSnapshot): Promise<void>;
};

const storeKey = (playlistId: string): string => `youtube-playlist:${playlistId}`;

/** Stores responses of the platform; the bundled library is always available. */
function createSnapshotStore(store: KeyValueStore, log: FunctionLog): SnapshotStore {
  return {
    async load(playlistId) {
      try {
        const text = await store.get(storeKey(playlistId));
        return text === null ? null : parseStoredSnapshot(text);
      } catch {
        log("warn", "the store could not be read; starting without the last good answer");
        return null;
      }
    },
    async save(playlistId, snapshot) {
      if (snapshot.source === "bundled") return;
      try {
        await store.set(storeKey(playlistId), JSON.stringify(snapshot));
      } catch {
        log("warn", "the last good answer could not be stored", { playlistId });
      }
    },
  };
}

/**
 * Serves playlists stale-while-revalidate: known ones at once, with a refresh in the background;
 * one reading per playlist at a time; failures are cached for a while; the last valid response
 * survives restarts and is served for 30 days.
 */

/** Older responses are marked as stale. */
const STALE_AFTER_MS = 6 * HOUR_MS;
/** The platform's terms allow storing data for 30 days without a refresh. */
const MAX_AGE_MS = 30 * DAY_MS;
/** Minimum interval between forced readings of one playlist (F13). */
const FORCED_INTERVAL_MS = MINUTE_MS;
/** Timeout for a visitor while a playlist is read for the first time. */
const VISITOR_TIMEOUT_MS = 8_000;

export type ReadingOptions = {
  readonly isForced: boolean;
  /**
   * Called before this request causes a reading: null, or the seconds until the client may retry.
   * Cached playlists need no admission.
   */
  readonly admit: () => Promise<number | null>;
};

export type PlaylistCache = {
  /**
   * @throws PlaylistError without a cached response and a readable source
   * @throws TooManyRequests without a cached response if `admit` rejects
   */
  read(playlistId: string, options: ReadingOptions): Promise<PlaylistReading>;
};

export type PlaylistCacheOptions = {
  readonly sources: PlaylistSources;
  readonly store: KeyValueStore;
  readonly budget: Pick<UnitBudget, "canForceRefresh">;
  readonly now: () => number;
  readonly log: FunctionLog;
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  readonly visitorTimeoutMs?: number | undefined;
};

type Entry = {
  readonly playlistId: string;
  readonly loaded: Promise<void>;
  isLoaded: boolean;
  snapshot: PlaylistSnapshot | null;
  failure: PlaylistError | null;
  /** Start and length of the cooldown. */
  cooldown: { readonly sinceMs: number; readonly forMs: number };
  lastForcedAtMs: number;
  reading: Promise<void> | null;
  /** Pending admission of the first reading. */
  opening: Promise<number | null> | null;
};

/** Creates the cache. Use it for configured playlists only: it keeps an entry for each. */
export function createPlaylistCache(options: PlaylistCacheOptions): PlaylistCache {
  const { sources, budget, now, log } = options;
  const snapshots = createSnapshotStore(options.store, log);
  const waitUntil = options.waitUntil ?? (() => undefined);
  const timeoutMs = options.visitorTimeoutMs ?? VISITOR_TIMEOUT_MS;
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
      cooldown: { sinceMs: 0, forMs: 0 },
      lastForcedAtMs: Number.NEGATIVE_INFINITY,
      reading: null,
      opening: null,
    };
    entries.set(playlistId, entry);
    loading.resolve(load(entry));
    return entry;
  }

  async function load(entry: Entry): Promise<void> {
    const stored = await snapshots.load(entry.playlistId);
    entry.snapshot = stored;
    // A list of the API keeps its age; a feed only bridged a failure and is replaced at once.
    if (stored?.source === "api") {
      entry.cooldown = { sinceMs: Math.min(stored.fetchedAtMs, now()), forMs: REFRESH_INTERVAL_MS };
    }
    entry.isLoaded = true;
  }

  function isCoolingDown({ cooldown }: Entry): boolean {
    return isWithin(cooldown.forMs, cooldown.sinceMs, now());
  }

  /** Returns the snapshot while it may be served, and drops an older one. */
  function usable(entry: Entry): PlaylistSnapshot | null {
    if (entry.snapshot && now() - entry.snapshot.fetchedAtMs > MAX_AGE_MS) entry.snapshot = null;
    return entry.snapshot;
  }

  /** Adopts a newer snapshot of another server, if any. */
  async function adoptStoredSnapshot(entry: Entry): Promise<boolean> {
    const stored = await snapshots.load(entry.playlistId);
    const isNewer = (stored?.fetchedAtMs ?? 0) > (entry.snapshot?.fetchedAtMs ?? 0);
    if (stored?.source !== "api" || !isNewer) return false;
    if (now() - stored.fetchedAtMs >= REFRESH_INTERVAL_MS) return false;
    entry.snapshot = stored;
    entry.failure = null;
    entry.cooldown = { sinceMs: Math.min(stored.fetchedAtMs, now()), forMs: REFRESH_INTERVAL_MS };
    return true;
  }

  async function readSource(entry: Entry, isForced: boolean): Promise<void> {
    const { playlistId } = entry;
    try {
      if (!isForced && (await adoptStoredSnapshot(entry))) return;
      const request = { known: usable(entry), isForced };
      const { snapshot, freshForMs } = await sources.read(playlistId, request);
      entry.snapshot = snapshot;
      entry.failure = null;
      entry.cooldown = { sinceMs: now(), forMs: freshForMs };
      await snapshots.save(playlistId, snapshot);
    } catch (error) {
      const failure =
        error instanceof PlaylistError ? error : new PlaylistError("bad_answer", { cause: error });
      entry.failure = failure;
      entry.cooldown = { sinceMs: now(), forMs: failure.pauseMs };
      // Source errors are in the fault registry; log only unexpected ones.
      if (error instanceof PlaylistError) return;
      const reason = error instanceof Error ? error.message : "";
      log("error", "a playlist could not be read", { playlistId, code: failure.code, reason });
    }
  }

  /** Reads the source, or joins the current reading; never rejects. */
  function refresh(entry: Entry, isForced: boolean): Promise<void> {
    entry.reading ??= readSource(entry, isForced).finally(() => {
      entry.reading = null;
    });
    return entry.reading;
  }

  /** Starts the first reading of a playlist: one of all waiting requests pays for it. */
  async function openReading(entry: Entry, admit: ReadingOptions["admit"]): Promise<void> {
    const isWanted = (): boolean =>
      usable(entry) === null && entry.reading === null && !isCoolingDown(entry);
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
    const isFailing = entry.failure !== null && isCoolingDown(entry);
    const isTooSoon = isWithin(FORCED_INTERVAL_MS, entry.lastForcedAtMs, now());
    return !isFailing && !isTooSoon && budget.canForceRefresh();
  }

  function readingOf(entry: Entry, isMiss: boolean): PlaylistReading {
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
      if (!isForcing && isCoolingDown(entry)) return readingOf(entry, false);
      if (!isForcing) await openReading(entry, admit);
      if (entry.failure !== null && !isForcing && isCoolingDown(entry)) {
        return readingOf(entry, false);
      }
      const reading = refresh(entry, isForcing);
      const isAwaited = isForcing || usable(entry) === null;
      if (isAwaited) await atMost(timeoutMs, reading);
      waitUntil(reading);
      return readingOf(entry, isAwaited && entry.failure === null);
    },
  };
}

/** Resolves when `work` ends, or after `ms`; `work` continues either way. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, ms);
  await Promise.race([work, timeout.promise]);
  clearTimeout(timer);
}
