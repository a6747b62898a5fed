import { HOUR_MS, MINUTE_MS, MINUTE_S } from "@reign-tv/kit/durations.ts";
import type { Metric } from "#shared/analytics/analytics.ts";
import { wordsOf } from "#server/search/search-words.domain.ts";
import { Hono } from "hono";
import type { Database } from "@reign-tv/backend";
import { CACHE } from "#server/http/cache-policy.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { isInProcess } from "@reign-tv/kit/http/client-address.ts";
import {
  isDevotional,
  VISIT_MAX_LENGTH,
  visitOf,
  VISITS_PATH,
} from "#shared/analytics/page-views.domain.ts";

/** Count of one key in one hour. */
type CountedRow = {
  /** Begin of the hour; ISO 8601 in UTC. */
  readonly hour: string;
  readonly metric: Metric;
  readonly key: string;
  readonly value: number;
};

/** Counts of this process that are not written yet. */
type EventCounter = {
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
  download: 2_000,
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

type AnalyticsDeps = {
  /** Null with an external project: this server may not write there, so nothing is counted. */
  readonly database: Pick<Database, "asService"> | null;
  readonly isKnownVideo: (id: string) => Promise<boolean>;
  /** Rate limits per client IP address. */
  readonly limits: ClientLimits;
  /** Receives write failures under the name "numbers". */
  readonly report: ReportFault;
  /** Clock; milliseconds since the epoch. */
  readonly now: () => number;
};

/** Counters of page views, plays and searches. */
export type Analytics = {
  /** Mount before the routes whose responses it counts. */
  readonly app: Hono;
  /** Counts a search without results. */
  countEmptySearch(text: string): void;
  /** Counts a download of a podcast episode. */
  countDownload(id: string): void;
  /** Writes the counts in memory. Never rejects. */
  write(): Promise<void>;
  /** Stops the timer and writes the rest. */
  stop(): Promise<void>;
};

const WRITE_EVERY_MS = MINUTE_MS;
/** A family behind one IP address opens several pages a minute each. */
const VISITS = { points: 120, seconds: MINUTE_S };
const PLAYER_OF_PLATFORM = "/embed/yt/:id";
const VIEWS_OF_CLIP = "/media/clips/:id/views";

/**
 * Counts page views, devotionals, plays and searches without results by the hour, and writes them once a minute. Stores
 * no IP address, account, country or cookie. `POST /api/visits` takes a path as text and always responds 204; clients
 * over the rate limit and other sites are not counted.
 */
export function openAnalytics(deps: AnalyticsDeps): Analytics {
  const { database, report } = deps;
  const counter = createEventCounter(deps.now);
  const isCounting = database !== null;
  const app = isCounting ? countingApp(deps, counter) : new Hono();
  let writing = Promise.resolve();

  async function writeRows(): Promise<void> {
    const rows = counter.take();
    if (rows.length === 0 || database === null) return;
    try {
      await database.asService((sql) => sql`select public.add_stats(${sql.json([...rows])})`);
      report("numbers", null);
    } catch {
      counter.putBack(rows);
      report("numbers", "could not be written");
    }
  }
  function write(): Promise<void> {
    writing = writing.then(writeRows);
    return writing;
  }

  const timer = setInterval(() => void write(), WRITE_EVERY_MS);
  timer.unref();
  return {
    app,
    countEmptySearch(text) {
      const key = searchKey(text);
      if (isCounting && key !== null) counter.count("search", key);
    },
    countDownload(id) {
      if (isCounting) counter.count("download", id);
    },
    write,
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}

function countingApp({ isKnownVideo, limits }: AnalyticsDeps, counter: EventCounter): Hono {
  const app = new Hono();
  const secondsToWait = limits.counter(VISITS);

  app.post(VISITS_PATH, async (context) => {
    const text = await shortText(context.req.raw);
    // Older browsers send no Sec-Fetch-Site.
    const isOurs = (context.req.header("Sec-Fetch-Site") ?? "same-origin") === "same-origin";
    const visit = text === null || !isOurs ? null : visitOf(text);
    if (visit !== null && (await secondsToWait(context)) === 0) {
      counter.count("page", visit.page);
      if (isDevotional(visit)) counter.count("devotional", visit.language);
    }
    return context.body(null, 204, { "cache-control": CACHE.none });
  });
  app.get(PLAYER_OF_PLATFORM, async (context, next) => {
    await next();
    if (context.res.status !== 200 || context.req.method !== "GET" || isInProcess(context.env)) {
      return;
    }
    const id = context.req.param("id");
    if (await isKnownVideo(id)) counter.count("play", id);
  });
  app.post(VIEWS_OF_CLIP, async (context, next) => {
    await next();
    if (context.res.status === 204) counter.count("play", context.req.param("id"));
  });
  return app;
}

/** Reads the body as text. Returns null if it is longer than any path. */
async function shortText(request: Request): Promise<string | null> {
  const announced = Number(request.headers.get("content-length") ?? "NaN");
  if (!(announced <= VISIT_MAX_LENGTH)) return null;
  return request.text();
}
