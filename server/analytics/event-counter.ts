import { HOUR_MS } from "#server/kit/durations.ts";
import type { Metric } from "#shared/analytics/analytics.ts";
import { wordsOf } from "#server/search/search-words.domain.ts";

/** What was counted of one key in one hour. */
export type CountedRow = {
  /** Begin of the hour; ISO 8601 in UTC. */
  readonly hour: string;
  readonly metric: Metric;
  readonly key: string;
  readonly value: number;
};

/** Counts of this process that are not written down yet. */
export type EventCounter = {
  /** Counts one more; beyond the keys that an hour holds, nothing. */
  count(metric: Metric, key: string): void;
  /** All counts since they were last taken. */
  take(): readonly CountedRow[];
  /** Counts again what could not be written. */
  putBack(rows: readonly CountedRow[]): void;
};

/** Keys that an hour holds: whoever asks for more of them than a site has, asks in vain. */
const KEYS_OF_HOUR: Readonly<Record<Metric, number>> = {
  page: 50,
  devotional: 10,
  play: 2_000,
  search: 200,
};
/** Rows that wait while the database is away; what comes then is not counted. */
const ROWS_WAITING = 10_000;

/** @param now clock; milliseconds since the epoch. */
export function createCountBook(now: () => number): EventCounter {
  let rows = new Map<string, CountedRow>();
  let hour = "";
  let known = new Map<Metric, Set<string>>();

  function add(row: CountedRow): void {
    const id = JSON.stringify([row.hour, row.metric, row.key]);
    const before = rows.get(id);
    if (before === undefined && rows.size >= ROWS_WAITING) return;
    rows.set(id, before === undefined ? row : { ...row, value: before.value + row.value });
  }
  function isOfHour(metric: Metric, key: string): boolean {
    const keys = known.get(metric) ?? new Set();
    known.set(metric, keys);
    if (!keys.has(key) && keys.size >= KEYS_OF_HOUR[metric]) return false;
    keys.add(key);
    return true;
  }

  return {
    count(metric, key) {
      const current = new Date(Math.floor(now() / HOUR_MS) * HOUR_MS).toISOString();
      if (current !== hour) known = new Map();
      hour = current;
      if (isOfHour(metric, key)) add({ hour, metric, key, value: 1 });
    },
    take() {
      const taken = [...rows.values()];
      rows = new Map();
      return taken;
    },
    putBack: (taken) => taken.forEach(add),
  };
}

const KEY_MAX_LENGTH = 60;
/** Telephone numbers, cards and the like: whoever typed one did not look for a video. */
const LONG_NUMBER = /\d{5}/;

/**
 * The words of a question as they are counted: without accents, case and marks, so many of them as 60 characters
 * hold. Null for what may be somebody's address or number.
 */
export function searchKey(text: string): string | null {
  const words = wordsOf(text);
  const joined = words.join(" ");
  if (text.includes("@") || LONG_NUMBER.test(words.join(""))) return null;
  if (joined.length <= KEY_MAX_LENGTH) return joined === "" ? null : joined;
  const end = joined.lastIndexOf(" ", KEY_MAX_LENGTH);
  return joined.slice(0, end > 0 ? end : KEY_MAX_LENGTH);
}
