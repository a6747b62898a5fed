import { z } from "zod";
import { createBoundedMap } from "#server/kit/bounded-map.ts";
import type { KeyValueStore } from "#server/kit/files/file-store.ts";
import type { Logger } from "#server/kit/log.ts";
import { HOUR_MS } from "#server/kit/durations.ts";

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
  const counts = new Map(Object.entries(await readCounts(store, log)));
  /** When a visitor's view of a clip was counted. */
  const counted = createBoundedMap<string, number>(MAX_REMEMBERED);
  let revision = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  function write(): void {
    timer = null;
    const text = JSON.stringify(Object.fromEntries(counts));
    writing = writing
      .then(() => store.set(KEY, text))
      .catch((error: unknown) => log.error({ event: "view_counts_not_written", err: error }));
  }

  return {
    get revision() {
      return revision;
    },
    viewsOf: (clipId) => counts.get(clipId) ?? 0,
    count(clipId, visitor) {
      const key = `${clipId} ${visitor}`;
      const before = counted.get(key);
      if (before !== undefined && now() - before < SAME_VIEW_MS) return;
      counted.set(key, now());
      counts.set(clipId, (counts.get(clipId) ?? 0) + 1);
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

async function readCounts(store: KeyValueStore, log: Logger): Promise<Record<string, number>> {
  try {
    const text = await store.get(KEY);
    return text === null ? {} : countsSchema.parse(JSON.parse(text));
  } catch (error) {
    log.error({ event: "view_counts_unreadable", err: error });
    return {};
  }
}
