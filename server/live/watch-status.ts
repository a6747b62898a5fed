import * as v from "valibot";
import { type WatchingCounts, watchingCountsSchema } from "#shared/contracts/live-status.ts";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

/** Counts change with the minute. */
const ASK_EVERY_MS = 10_000;
/** What nobody has confirmed for so long is not said any more. */
const KEPT_MS = 3 * MINUTE_MS;
const NOT_COUNTED: WatchingCounts = { share: 0, channels: {} };

type CountsDeps = {
  /** Asks the function `watch-pulse`. */
  ask: () => Promise<Response>;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  /** Told, as "watching", whether it answers. A backend without that function does not count, which is no fault. */
  report?: ReportFault;
};

/** Keeps about how many watch each channel, as the backend tells it; read it as often as you like. */
export function pollViewerCounts({ ask, now, report }: CountsDeps): () => WatchingCounts {
  let counts = NOT_COUNTED;
  let readAtMs = -Infinity;

  async function look(): Promise<string | null> {
    const response = await ask().catch(() => null);
    if (response === null) return "could not be reached";
    const answer = v.safeParse(watchingCountsSchema, await response.json().catch(() => null));
    if (response.status === 404) return null;
    if (!response.ok || !answer.success) return `status ${response.status}`;
    counts = answer.output;
    readAtMs = now();
    return null;
  }

  setInterval(() => {
    void look().then((fault) => report?.("watching", fault));
  }, ASK_EVERY_MS).unref();
  return () => (now() - readAtMs <= KEPT_MS ? counts : NOT_COUNTED);
}

/** A look costs microseconds: all it asks is in memory. */
const LOOK_EVERY_MS = 1_000;

/**
 * Calls back with what it has read when the states in it have changed; the first reading is where it starts
 * from. It looks every second, and at once when it is told to.
 *
 * @param statesOf the part of a reading that counts, as one text.
 */
export function watchStatus<Reading>(
  read: () => Reading,
  statesOf: (reading: Reading) => string,
  onChange: (reading: Reading) => void,
): { look(): void } {
  let last = statesOf(read());
  function look(): void {
    const reading = read();
    const current = statesOf(reading);
    if (current === last) return;
    last = current;
    onChange(reading);
  }
  setInterval(look, LOOK_EVERY_MS).unref();
  return { look };
}
