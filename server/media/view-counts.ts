import * as v from "valibot";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import type { KeyValueStore } from "@reign-tv/kit/function-contract.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { HOUR_MS, isWithin } from "@reign-tv/kit/durations.ts";

/** Play counts of the library's clips. */
export type ViewCounts = {
  /** Increases with every counted play. */
  readonly revision: number;
  viewsOf(clipId: string): number;
  /** Counts a play, once per visitor and clip within an hour. */
  count(clipId: string, visitor: string): void;
  /** Writes pending counts. */
  close(): Promise<void>;
};

const SAME_VIEW_MS = HOUR_MS;
/** Limit on remembered visitors; the oldest may be counted again. */
const MAX_REMEMBERED = 20_000;
const WRITE_DELAY_MS = 5_000;

const countsSchema = v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0)));

/** Key of the counts in the store. */
const KEY = "views";

type Options = { store: KeyValueStore; now: () => number; log: Logger };

/**
 * Opens the counts of a store. Unreadable counts are logged and restart at zero; failed writes are logged and counting
 * continues in memory.
 */
export async function openViewCounts({ store, now, log }: Options): Promise<ViewCounts> {
  let stored = await readCounts(store, log);
  /** Counted here and not written yet. */
  let pending: Record<string, number> = {};
  /** Time of each visitor's last counted play of a clip. */
  const counted = createBoundedMap<string, number>(MAX_REMEMBERED);
  let revision = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  /** Adds to the stored counts, which other processes also write. */
  async function add(): Promise<void> {
    const added = { ...pending };
    const sum = sumOf(await readCounts(store, log, stored), added);
    await store.set(KEY, JSON.stringify(sum));
    stored = sum;
    for (const [id, count] of Object.entries(added)) pending = sumOf(pending, { [id]: -count });
    revision += 1;
  }
  function write(): void {
    timer = null;
    writing = writing
      .then(add)
      .catch((error: unknown) => log.error({ event: "view_counts_not_written", err: error }));
  }

  return {
    get revision() {
      return revision;
    },
    viewsOf: (clipId) => (stored[clipId] ?? 0) + (pending[clipId] ?? 0),
    count(clipId, visitor) {
      const key = `${clipId} ${visitor}`;
      const before = counted.get(key);
      if (before !== undefined && isWithin(SAME_VIEW_MS, before, now())) return;
      counted.set(key, now());
      pending = sumOf(pending, { [clipId]: 1 });
      revision += 1;
      timer ??= setTimeout(write, WRITE_DELAY_MS);
    },
    async close() {
      if (timer) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}

function sumOf(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...one };
  for (const [id, count] of Object.entries(other)) sum[id] = (sum[id] ?? 0) + count;
  return sum;
}

/** @param fallback result if the counts cannot be read. */
async function readCounts(
  store: KeyValueStore,
  log: Logger,
  fallback: Record<string, number> = {},
): Promise<Record<string, number>> {
  try {
    const text = await store.get(KEY);
    return text === null ? fallback : v.parse(countsSchema, JSON.parse(text));
  } catch (error) {
    log.error({ event: "view_counts_unreadable", err: error });
    return fallback;
  }
}
