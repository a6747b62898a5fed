import { Hono } from "hono";
import type { Database } from "#server/database/database.ts";
import { SERVICE_ROLE_REQUEST } from "#server/database/service-role-request.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import { createIpRateLimit } from "#server/kit/http/ip-rate-limit.ts";
import { type ClientAddress, isInProcess } from "#server/kit/http/client-address.ts";
import {
  isDevotional,
  VISIT_MAX_LENGTH,
  visitOf,
  VISITS_PATH,
} from "#shared/analytics/page-views.domain.ts";
import { type EventCounter, createCountBook, searchKey } from "./event-counter.ts";

export type NumbersNeeds = {
  /** Null with a project elsewhere, where this server may not write: nothing is counted then. */
  readonly database: Pick<Database, "asCaller"> | null;
  readonly isKnownVideo: (id: string) => Promise<boolean>;
  readonly clientAddress: ClientAddress;
  /** Multiplies what one address may say (RATE_LIMIT_FACTOR). */
  readonly rateLimitFactor: number;
  /** Told, as "numbers", whether the counts could be written. */
  readonly report: ReportFault;
  /** Clock; milliseconds since the epoch. */
  readonly now: () => number;
};

/** What is counted of the site. */
export type Analytics = {
  /** Goes before the rooms whose answers it counts. */
  readonly app: Hono;
  /** A search that found nothing. */
  countEmptySearch(text: string): void;
  /** Writes down what was counted since it last did. Never rejects. */
  write(): Promise<void>;
  /** Ends the clock and writes what is left. */
  stop(): Promise<void>;
};

const WRITE_EVERY_MS = MINUTE_MS;
/** A family behind one address opens several pages a minute each. */
const VISITS_PER_MINUTE = 120;
const PLAYER_OF_PLATFORM = "/embed/yt/:id";
const VIEWS_OF_CLIP = "/media/clips/:id/views";

/**
 * Counts pages, devotionals, plays and searches without results: by the hour, in memory, written once a minute
 * in one statement. Nothing of a visitor goes into it: no address, account, country or cookie. `POST /api/visits`
 * takes a path as text and answers 204 whatever it was; addresses that say too much are not counted, nor are
 * pages of other sites.
 */
export function openAnalytics(needs: NumbersNeeds): Analytics {
  const { database, report } = needs;
  const book = createCountBook(needs.now);
  const isCounting = database !== null;
  const app = isCounting ? countingApp(needs, book) : new Hono();
  let writing = Promise.resolve();

  async function writeRows(): Promise<void> {
    const rows = book.take();
    if (rows.length === 0 || database === null) return;
    try {
      await database.asCaller(
        SERVICE_ROLE_REQUEST,
        (sql) => sql`select public.add_stats(${sql.json([...rows])})`,
      );
      report("numbers", null);
    } catch {
      book.putBack(rows);
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
      if (isCounting && key !== null) book.count("search", key);
    },
    write,
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}

function countingApp(
  { isKnownVideo, clientAddress, rateLimitFactor }: NumbersNeeds,
  book: EventCounter,
): Hono {
  const app = new Hono();
  const limit = createIpRateLimit({
    points: VISITS_PER_MINUTE,
    seconds: 60,
    factor: rateLimitFactor,
  });

  app.post(VISITS_PATH, async (context) => {
    const text = await shortText(context.req.raw);
    // Older browsers do not say.
    const isOurs = (context.req.header("Sec-Fetch-Site") ?? "same-origin") === "same-origin";
    const visit = text === null || !isOurs ? null : visitOf(text);
    if (visit !== null && (await limit(clientAddress(context))) === 0) {
      book.count("page", visit.page);
      if (isDevotional(visit)) book.count("devotional", visit.language);
    }
    return context.body(null, 204, { "cache-control": CACHE.none });
  });
  app.get(PLAYER_OF_PLATFORM, async (context, next) => {
    await next();
    if (context.res.status !== 200 || context.req.method !== "GET" || isInProcess(context.env)) {
      return;
    }
    const id = context.req.param("id");
    if (await isKnownVideo(id)) book.count("play", id);
  });
  app.post(VIEWS_OF_CLIP, async (context, next) => {
    await next();
    if (context.res.status === 204) book.count("play", context.req.param("id"));
  });
  return app;
}

/** The body of a request as text; null where it is longer than any path. */
async function shortText(request: Request): Promise<string | null> {
  const announced = Number(request.headers.get("content-length") ?? "NaN");
  if (!(announced <= VISIT_MAX_LENGTH)) return null;
  return request.text();
}
