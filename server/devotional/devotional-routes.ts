import { type Context, Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { precompress, sendPrecompressed } from "#server/kit/http/precompressed-body.ts";
import type { DevotionalAnswer } from "#shared/contracts/devotional.ts";
import type { TodaysDevotional } from "#shared/contracts/todays-devotional.ts";
import { plainText } from "#shared/devotional/devotional-text.domain.ts";
import {
  DEVOTIONAL_DAYS,
  DEVOTIONAL_TIME_ZONE,
  type DevotionalEntry,
  gridDay,
} from "#shared/devotional/devotional.ts";
import { calendarDay, dayOfMonth, isCalendarDay } from "#shared/devotional/devotional-date.ts";
import { LANGUAGES, type Language, localisedPath } from "#shared/languages.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { DevotionalStore } from "./devotional-store.ts";
import { feedEntries, feedXml } from "./feed.ts";

export type DevotionalDeps = {
  store: DevotionalStore;
  siteUrl: string;
  ministry: Pick<Ministry, "name">;
  now: () => number;
};

/**
 * Devotionals for API clients: `GET /api/devotionals/{en|fr}/{day or date}` (JSON with title, verse, content; 404 if
 * there is none), `.../today` (title and verse of the ministry's day, published or bundled) and RSS at
 * `/devotional/feed.xml`.
 */
export function createDevotionalRoutes(deps: DevotionalDeps): Hono {
  const { store } = deps;
  const app = new Hono();

  app.get("/api/devotionals/:language/today", async (context, next) => {
    const language = LANGUAGES.find((known) => known === context.req.param("language"));
    const entry = language && (await findToday(language));
    if (!entry) return next();
    const { title, verse } = entry;
    const answer: TodaysDevotional = { title, verse };
    return send(context, JSON.stringify(answer), "application/json; charset=utf-8");
  });

  async function findToday(language: Language): Promise<DevotionalEntry | null> {
    const today = calendarDay(deps.now(), DEVOTIONAL_TIME_ZONE);
    const published = await store.published(language, today);
    return published ?? store.shipped(language, gridDay(dayOfMonth(today)));
  }

  app.get("/api/devotionals/:language/:day", async (context) => {
    const { language, day } = context.req.param();
    const known = LANGUAGES.find((candidate) => candidate === language);
    const entry = known ? await find(known, day) : null;
    if (!entry) {
      const headers = { "cache-control": CACHE.none };
      return context.json({ error: "There is no such devotional" }, 404, headers);
    }
    // API clients get plain text without our markup.
    const answer: DevotionalAnswer = { ...entry, content: plainText(entry.content) };
    return send(context, JSON.stringify(answer), "application/json; charset=utf-8");
  });

  async function find(language: Language, day: string): Promise<DevotionalAnswer | null> {
    if (isCalendarDay(day)) return store.published(language, day);
    const isDay = /^[1-9]\d?$/.test(day) && Number(day) <= DEVOTIONAL_DAYS;
    return isDay ? store.shipped(language, Number(day)) : null;
  }

  for (const language of LANGUAGES) {
    app.get(localisedPath("/devotional/feed.xml", language), (context) => feed(context, language));
  }

  async function feed(context: Context, language: Language): Promise<Response> {
    const today = calendarDay(deps.now(), DEVOTIONAL_TIME_ZONE);
    const entries = await feedEntries(store, language, today);
    const xml = feedXml({ ...deps, ministryName: deps.ministry.name, language, entries });
    return send(context, xml, "application/rss+xml; charset=utf-8");
  }

  return app;
}

/** Always revalidated, so that a newly published devotional appears at once. */
function send(context: Context, text: string, type: string): Promise<Response> {
  const headers = { "content-type": type, "cache-control": CACHE.checked };
  return sendPrecompressed(context, precompress(text, "passing"), headers);
}
