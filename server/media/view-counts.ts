import { z } from "zod";
import { createBoundedMap } from "#server/kit/bounded-map.ts";
import type { KeyValueStore } from "#server/kit/files/file-store.ts";
import type { Logger } from "#server/kit/log.ts";
import { HOUR_MS, isWithin } from "#server/kit/durations.ts";

/** How often clips of the library were watched. */
export type ViewCounts = {
  /** Rises with every counted view. */
  readonly revision: number;
  viewsOf(clipId: string): number;
  /** Counts a view, once per visitor and clip within an hour. */
  count(clipId: string, visitor: string): void;
  /** Writes what is not written yet. */
  close(): Promise<void>;
};

const SAME_VIEW_MS = HOUR_MS;
/** Visitors that are remembered; beyond it the oldest may count again. */
const MAX_REMEMBERED = 20_000;
const WRITE_DELAY_MS = 5_000;

const countsSchema = z.record(z.string(), z.number().int().nonnegative());

/** Key of the counts in the store. */
const KEY = "views";

type Options = { store: KeyValueStore; now: () => number; log: Logger };

/**
 * Opens the counts kept in a store. What cannot be read is logged, and counting starts anew; what
 * cannot be written is logged, and counting goes on in memory.
 */
export async function openViewCounts({ store, now, log }: Options): Promise<ViewCounts> {
  let kept = await readCounts(store, log);
  /** Counted here and not written yet. */
  let fresh: Record<string, number> = {};
  /** When a visitor's view of a clip was counted. */
  const counted = createBoundedMap<string, number>(MAX_REMEMBERED);
  let revision = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  /** Adds to what is in the store by then: other processes write there as well. */
  async function add(): Promise<void> {
    const added = { ...fresh };
    const sum = sumOf(await readCounts(store, log, kept), added);
    await store.set(KEY, JSON.stringify(sum));
    kept = sum;
    for (const [id, count] of Object.entries(added)) fresh = sumOf(fresh, { [id]: -count });
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
    viewsOf: (clipId) => (kept[clipId] ?? 0) + (fresh[clipId] ?? 0),
    count(clipId, visitor) {
      const key = `${clipId} ${visitor}`;
      const before = counted.get(key);
      if (before !== undefined && isWithin(SAME_VIEW_MS, before, now())) return;
      counted.set(key, now());
      fresh = sumOf(fresh, { [clipId]: 1 });
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

/** @param otherwise what is taken for the counts when they cannot be read. */
async function readCounts(
  store: KeyValueStore,
  log: Logger,
  otherwise: Record<string, number> = {},
): Promise<Record<string, number>> {
  try {
    const text = await store.get(KEY);
    return text === null ? otherwise : countsSchema.parse(JSON.parse(text));
  } catch (error) {
    log.error({ event: "view_counts_unreadable", err: error });
    return otherwise;
  }
}
