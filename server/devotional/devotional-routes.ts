import {
  gridDay,
  DEVOTIONAL_DAYS,
  DEVOTIONAL_TIME_ZONE,
  type DevotionalEntry,
} from "#shared/devotional/devotional.ts";
import {
  dayAfter,
  dayOfMonth,
  devotionalPath,
  calendarDay,
  isCalendarDay,
} from "#shared/devotional/devotional-date.ts";
import {
  readText,
  type TextBlock,
  type TextSpan,
  plainText,
} from "#shared/devotional/devotional-text.domain.ts";
import { type Language, localisedPath, LANGUAGES } from "#shared/languages.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { rssXml } from "#server/http/rss.ts";
import { xmlText } from "@reign-tv/kit/escape-xml.ts";
import type { DatedEntry, DevotionalStore } from "./devotional-store.ts";
import { type Context, Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import type { DevotionalAnswer } from "#shared/contracts/devotional.ts";
import type { TodaysDevotional } from "#shared/contracts/todays-devotional.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { setReferences } from "#shared/typography.ts";

/** Number of days in the feed. */
const FEED_DAYS = 14;

type FeedOptions = {
  siteUrl: string;
  ministryName: string;
  language: Language;
  entries: readonly (DatedEntry & { path: string })[];
};

/** Returns published devotionals; if there are none, the bundled ones of the last days. */
async function feedEntries(
  store: DevotionalStore,
  language: Language,
  today: string,
): Promise<FeedOptions["entries"]> {
  const published = await store.latest(language, today, FEED_DAYS);
  if (published.length > 0) {
    return published.map((entry) => ({ ...entry, path: devotionalPath(entry.date) }));
  }
  const dates = Array.from({ length: FEED_DAYS }, (_, index) => dayAfter(today, -index));
  const shipped = dates.map(async (date) => {
    const day = gridDay(dayOfMonth(date));
    const entry = await store.shipped(language, day);
    return entry ? [{ ...entry, date, path: `/devotional?day=${day}` }] : [];
  });
  return (await Promise.all(shipped)).flat();
}

/** RSS 2.0 of devotionals. */
function feedXml({ siteUrl, ministryName, language, entries }: FeedOptions): string {
  const texts = devotionalMessages[language];
  return rssXml({
    siteUrl,
    language,
    title: `${texts.title} – ${ministryName}`,
    description: texts.description,
    pagePath: "/devotional",
    feedPath: "/devotional/feed.xml",
    items: entries.map(({ date, title, verse, content, path }) => {
      const blocks = readText(content).map((block) => blockHtml(block, siteUrl));
      return {
        title,
        link: `${siteUrl}${localisedPath(path, language)}`,
        id: `${siteUrl}/devotional#${language}-${date}`,
        date,
        html: [`<blockquote>${xmlText(verse)}</blockquote>`, ...blocks].join(""),
      };
    }),
  });
}

const BLOCK_TAGS = { paragraph: "p", quote: "blockquote" } as const;
const SPAN_TAGS = { emphasis: "em", strong: "strong" } as const;

function blockHtml(block: TextBlock, siteUrl: string): string {
  if (block.kind === "list") {
    const items = block.items.map((item) => `<li>${spansHtml(item, siteUrl)}</li>`);
    return `<ul>${items.join("")}</ul>`;
  }
  const tag = BLOCK_TAGS[block.kind];
  return `<${tag}>${spansHtml(block.spans, siteUrl)}</${tag}>`;
}

function spansHtml(spans: readonly TextSpan[], siteUrl: string): string {
  return spans.map((span) => spanHtml(span, siteUrl)).join("");
}

function spanHtml(span: TextSpan, siteUrl: string): string {
  switch (span.kind) {
    case "text":
    case "scripture":
      return xmlText(span.text);
    case "link": {
      const url = span.href.startsWith("/") ? `${siteUrl}${span.href}` : span.href;
      return `<a href="${xmlText(url)}">${spansHtml(span.spans, siteUrl)}</a>`;
    }
    case "emphasis":
    case "strong": {
      const tag = SPAN_TAGS[span.kind];
      return `<${tag}>${spansHtml(span.spans, siteUrl)}</${tag}>`;
    }
  }
}

type DevotionalDeps = {
  store: DevotionalStore;
  siteUrl: string;
  ministry: () => Pick<Ministry, "name">;
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
    const answer: TodaysDevotional = { title, verse: setReferences(verse) };
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
    const xml = feedXml({ ...deps, ministryName: deps.ministry().name, language, entries });
    return send(context, xml, "application/rss+xml; charset=utf-8");
  }

  return app;
}

/** Always revalidated, so that a newly published devotional appears at once. */
function send(context: Context, text: string, type: string): Promise<Response> {
  const headers = { "content-type": type, "cache-control": CACHE.checked };
  return sendPrecompressed(context, precompress(text, "passing"), headers);
}
