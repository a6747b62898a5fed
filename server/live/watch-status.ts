import * as v from "valibot";
import { type WatchingCounts, watchingCountsSchema } from "#shared/contracts/live-status.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** Counts change once a minute. */
const POLL_INTERVAL_MS = 10_000;
/** Counts older than this are not shown. */
const MAX_AGE_MS = 3 * MINUTE_MS;
const NOT_COUNTED: WatchingCounts = { share: 0, channels: {} };

type PollCountsDeps = {
  /** Calls the function `watch-pulse`. */
  fetchCounts: () => Promise<Response>;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  /**
   * Receives failures under the name "watching". A backend without the function (404) has no counts, which is no
   * failure.
   */
  report?: ReportFault;
};

/** Polls the backend's viewer counts and returns a function that reads the latest. */
export function pollViewerCounts({
  fetchCounts,
  now,
  report,
}: PollCountsDeps): () => WatchingCounts {
  let counts = NOT_COUNTED;
  let readAtMs = -Infinity;

  async function check(): Promise<string | null> {
    const response = await fetchCounts().catch(() => null);
    if (response === null) return "could not be reached";
    const answer = v.safeParse(watchingCountsSchema, await response.json().catch(() => null));
    if (response.status === 404) return null;
    if (!response.ok || !answer.success) return `status ${response.status}`;
    counts = answer.output;
    readAtMs = now();
    return null;
  }

  setInterval(() => {
    void check().then((fault) => report?.("watching", fault));
  }, POLL_INTERVAL_MS).unref();
  return () => (now() - readAtMs <= MAX_AGE_MS ? counts : NOT_COUNTED);
}

/** A check costs microseconds: it reads memory only. */
const CHECK_INTERVAL_MS = 1_000;

/**
 * Calls `onChange` when the state has changed since the last check. Checks every second, and when `check` is called.
 *
 * @param statesOf serializes the part of a reading that is compared.
 */
export function watchStatus<Reading>(
  read: () => Reading,
  statesOf: (reading: Reading) => string,
  onChange: (reading: Reading) => void,
): { check(): void } {
  let last = statesOf(read());
  function check(): void {
    const reading = read();
    const current = statesOf(reading);
    if (current === last) return;
    last = current;
    onChange(reading);
  }
  setInterval(check, CHECK_INTERVAL_MS).unref();
  return { check };
}
