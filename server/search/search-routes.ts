import { type Language, localisedPath, DEFAULT_LANGUAGE, LANGUAGES } from "#shared/languages.ts";
import { searchPagesMessages } from "#shared/messages/search-pages.ts";
import { xmlText } from "@reign-tv/kit/escape-xml.ts";
import {
  OPEN_SEARCH_PATH,
  SEARCH_PATH,
  SUGGEST_API_PATH,
  MAX_SEARCH_LENGTH,
  MIN_SEARCH_LETTERS,
  SEARCH_API_PATH,
  SEARCH_KINDS,
} from "#shared/search/search-address.ts";
import { type Context, Hono } from "hono";
import * as v from "valibot";
import type { SiteSearch } from "#shared/contracts/search.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { MINUTE_S } from "@reign-tv/kit/durations.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import { type SearchResponseDeps, searchSite, suggest } from "./search-response.ts";
import { letterCount } from "./search-words.domain.ts";
import type { DevotionalStore } from "#server/devotional/devotional-store.ts";
import type { Transport } from "#shared/transport.ts";
import type { Config } from "#server/settings/config.ts";
import { createBibleSearch } from "./bible-search-client.ts";
import { createSearchCollections } from "./search-collections.ts";

const SHORT_NAME_LENGTH = 16;

/** Path of the OpenSearch description in a language. */
function openSearchPath(language: Language): string {
  return localisedPath(OPEN_SEARCH_PATH, language);
}

type DescribedSite = { siteUrl: string; ministryName: string; language: Language };

/**
 * Description for browser search (OpenSearch 1.1 draft 6). Limits: 16 characters for the short name, 1,024 for the
 * description.
 */
function openSearchDescription({ siteUrl, ministryName, language }: DescribedSite): string {
  const { openSearch } = searchPagesMessages[language];
  const results = `${siteUrl}${localisedPath(SEARCH_PATH, language)}?q={searchTerms}`;
  const suggestions = `${siteUrl}${SUGGEST_API_PATH}?q={searchTerms}&lang=${language}&format=opensearch`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n` +
    `<ShortName>${xmlText(ministryName.slice(0, SHORT_NAME_LENGTH))}</ShortName>\n` +
    `<Description>${xmlText(openSearch(ministryName))}</Description>\n` +
    `<Language>${language}</Language>\n<InputEncoding>UTF-8</InputEncoding>\n` +
    `<Image width="16" height="16" type="image/svg+xml">${siteUrl}/favicon.svg</Image>\n` +
    `<Url type="text/html" template="${xmlText(results)}"/>\n` +
    `<Url type="application/x-suggestions+json" template="${xmlText(suggestions)}"/>\n` +
    `<Url type="application/opensearchdescription+xml" rel="self" template="${siteUrl}${openSearchPath(language)}"/>\n` +
    `</OpenSearchDescription>\n`
  );
}

type SearchDeps = SearchResponseDeps & {
  siteUrl: string;
  ministry: () => Pick<Ministry, "name">;
  /** Rate limits per client IP address. */
  limits: ClientLimits;
  /** Receives the text of a search without any result. */
  onEmpty?: (text: string) => void;
};

/** Typing one query causes some ten requests; a family shares one IP address. */
const QUERIES = { points: 300, seconds: MINUTE_S };

const querySchema = v.object({
  q: v.pipe(
    v.string(),
    v.maxLength(MAX_SEARCH_LENGTH),
    v.check((text) => letterCount(text) >= MIN_SEARCH_LETTERS),
  ),
  lang: v.optional(v.picklist(LANGUAGES), DEFAULT_LANGUAGE),
});
const searchSchema = v.object({
  ...querySchema.entries,
  kind: v.optional(v.picklist(SEARCH_KINDS)),
});
const suggestSchema = v.object({
  ...querySchema.entries,
  format: v.optional(v.picklist(["opensearch"])),
});

const BAD_QUERY = {
  error: "bad query",
  detail:
    `Ask with q of ${MIN_SEARCH_LETTERS} letters to ${MAX_SEARCH_LENGTH} characters, ` +
    `lang of ${LANGUAGES.join(", ")}, and for one group only kind of ${SEARCH_KINDS.join(", ")}.`,
};

/**
 * Search in all videos, devotionals, the Bible and the site's pages: `GET /api/search?q=&lang=&kind=` (`SiteSearch`)
 * and, while typing, `GET /api/search/suggest?q=&lang=` (`SuggestAnswer`; `format=opensearch` for browsers). Responds
 * 400 to an invalid query and 429 to too many of one IP address. `/opensearch.xml` describes it to browsers.
 */
export function createSearchRoutes(deps: SearchDeps): Hono {
  const app = new Hono();
  app.use(`${SEARCH_API_PATH}/*`, deps.limits.middleware(QUERIES, { error: "too many questions" }));
  app.get(SEARCH_API_PATH, async (context) => {
    const query = v.safeParse(searchSchema, context.req.query());
    if (!query.success) return sendBadQuery(context);
    const { q, lang, kind } = query.output;
    const answer = await searchSite(deps, { text: q, language: lang, kind: kind ?? null });
    if (kind === undefined && isEmpty(answer)) deps.onEmpty?.(q);
    return send(context, answer, answer.isPartial ? CACHE.none : CACHE.minutes);
  });
  app.get(SUGGEST_API_PATH, async (context) => {
    const query = v.safeParse(suggestSchema, context.req.query());
    if (!query.success) return sendBadQuery(context);
    const { q, lang, format } = query.output;
    const answer = await suggest(deps.collections, q, lang);
    const cache = deps.collections.missing().length > 0 ? CACHE.none : CACHE.minutes;
    if (format === undefined) return send(context, answer, cache);
    const titles = answer.suggestions.map(({ title }) => title);
    return send(context, [q, titles], cache, "application/x-suggestions+json");
  });
  addDescriptions(app, deps);
  return app;
}

/** Returns true if a complete search found nothing. */
function isEmpty({ reference, isPartial, ...answer }: SiteSearch): boolean {
  return reference === null && !isPartial && SEARCH_KINDS.every((kind) => answer[kind].total === 0);
}

function addDescriptions(app: Hono, { siteUrl, ministry }: SearchDeps): void {
  for (const language of LANGUAGES) {
    const headers = {
      "content-type": "application/opensearchdescription+xml; charset=utf-8",
      "cache-control": CACHE.hour,
    };
    app.get(openSearchPath(language), (context) => {
      const xml = openSearchDescription({ siteUrl, ministryName: ministry().name, language });
      return sendPrecompressed(context, precompress(xml, "passing"), headers);
    });
  }
}

function sendBadQuery(context: Context): Response {
  return context.json(BAD_QUERY, 400, { "cache-control": CACHE.none });
}

function send(
  context: Context,
  answer: object,
  cacheControl: string,
  type = "application/json",
): Promise<Response> {
  const headers = { "content-type": `${type}; charset=utf-8`, "cache-control": cacheControl };
  return sendPrecompressed(context, precompress(JSON.stringify(answer), "passing"), headers);
}

type OpenSearchDeps = {
  config: Pick<Config, "siteUrl">;
  ministry: () => Ministry;
  devotionals: DevotionalStore;
  limits: ClientLimits;
  now: () => number;
  /** Calls the backend, which has the video lists. */
  transport: Transport;
  publishableKey: string;
  /** Calls this server's routes. */
  inProcess: Transport;
  /** Receives the text of a search without any result. */
  onEmpty: (text: string) => void;
};

/** Search routes and their collections, which are empty until `refresh`. */
type SiteSearchRoutes = {
  app: Hono;
  /** Builds all collections and the Bible index before the first request. Never rejects. */
  warm(): Promise<void>;
  /** Reads all collections again in the background. Never rejects. */
  refresh(): Promise<void>;
};

export function openSearch(deps: OpenSearchDeps): SiteSearchRoutes {
  const { config, ministry, limits, inProcess } = deps;
  const bible = createBibleSearch(inProcess);
  const collections = createSearchCollections(deps);
  const app = createSearchRoutes({
    collections,
    bible,
    siteUrl: config.siteUrl,
    ministry,
    limits,
    onEmpty: deps.onEmpty,
  });
  return {
    app,
    async warm() {
      await collections.refresh();
      // Also builds the Bible index; its failures are reported per request.
      for (const language of LANGUAGES) await bible.verses("amen", language, 1).catch(() => null);
    },
    refresh: () => collections.refresh(),
  };
}
