import { HOUR_MS } from "#server/kit/durations.ts";
import type { Metric } from "#shared/analytics/analytics.ts";
import { wordsOf } from "#server/search/search-words.domain.ts";

/** Count of one key in one hour. */
export type CountedRow = {
  /** Begin of the hour; ISO 8601 in UTC. */
  readonly hour: string;
  readonly metric: Metric;
  readonly key: string;
  readonly value: number;
};

/** Counts of this process that are not written yet. */
export type EventCounter = {
  /** Adds one. Ignores new keys beyond the limit of the hour. */
  count(metric: Metric, key: string): void;
  /** Returns and clears the counts. */
  take(): readonly CountedRow[];
  /** Adds rows that could not be written. */
  putBack(rows: readonly CountedRow[]): void;
};

/** Limit on distinct keys per hour: random URLs must not fill the table. */
const KEYS_OF_HOUR: Readonly<Record<Metric, number>> = {
  page: 50,
  devotional: 10,
  play: 2_000,
  search: 200,
};
/** Limit on rows while the database is down; later rows are dropped. */
const ROWS_WAITING = 10_000;

/** @param now clock; milliseconds since the epoch. */
export function createEventCounter(now: () => number): EventCounter {
  let rows = new Map<string, CountedRow>();
  let hour = "";
  let known = new Map<Metric, Set<string>>();

  function add(row: CountedRow): void {
    const id = JSON.stringify([row.hour, row.metric, row.key]);
    const existing = rows.get(id);
    if (existing === undefined && rows.size >= ROWS_WAITING) return;
    rows.set(id, existing === undefined ? row : { ...row, value: existing.value + row.value });
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
/** Phone and card numbers are not searches for a video. */
const LONG_NUMBER = /\d{5}/;

/**
 * Normalizes a search for counting: no accents, case or punctuation, at most 60 characters. Returns null if the text
 * may contain an email address or a phone number.
 */
export function searchKey(text: string): string | null {
  const words = wordsOf(text);
  const joined = words.join(" ");
  if (text.includes("@") || LONG_NUMBER.test(words.join(""))) return null;
  if (joined.length <= KEY_MAX_LENGTH) return joined === "" ? null : joined;
  const end = joined.lastIndexOf(" ", KEY_MAX_LENGTH);
  return joined.slice(0, end > 0 ? end : KEY_MAX_LENGTH);
}
