import { type Language, localisedPath, DEFAULT_LANGUAGE, LANGUAGES } from "#shared/languages.ts";
import { searchPagesMessages } from "#shared/messages/search-pages.ts";
import { xmlText } from "#server/kit/escape-xml.ts";
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
import { z } from "zod";
import type { SiteSearch } from "#shared/contracts/search.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { limitByAddress } from "#server/kit/http/ip-rate-limit.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { precompress, sendPrecompressed } from "#server/kit/http/precompressed-body.ts";
import { type AnswerDeps, searchAnswer, suggestAnswer } from "./search-response.ts";
import { letterCount } from "./search-words.domain.ts";

const SHORT_NAME_LENGTH = 16;

/** Where browsers find the description in a language. */
export function openSearchPath(language: Language): string {
  return localisedPath(OPEN_SEARCH_PATH, language);
}

type DescribedSite = { siteUrl: string; ministryName: string; language: Language };

/**
 * The description by which browsers search the site from their address bar (OpenSearch 1.1 draft 6).
 * Its short name has 16 characters at most, and its description 1,024.
 */
export function openSearchDescription({ siteUrl, ministryName, language }: DescribedSite): string {
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

export type SearchDeps = AnswerDeps & {
  siteUrl: string;
  ministry: Pick<Ministry, "name">;
  clientAddress: ClientAddress;
  /** Multiplies what one address may ask (RATE_LIMIT_FACTOR). */
  rateLimitFactor: number;
  /** Told the text of a search over everything that found nothing. */
  onEmpty?: (text: string) => void;
};

/** Somebody who types a question asks some ten times; a family behind one address several at once. */
const QUESTIONS_PER_MINUTE = 300;

const questionSchema = z.object({
  q: z
    .string()
    .max(MAX_SEARCH_LENGTH)
    .refine((text) => letterCount(text) >= MIN_SEARCH_LETTERS),
  lang: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE),
});
const searchSchema = questionSchema.extend({ kind: z.enum(SEARCH_KINDS).optional() });
const suggestSchema = questionSchema.extend({ format: z.enum(["opensearch"]).optional() });

const BAD_QUERY = {
  error: "bad query",
  detail:
    `Ask with q of ${MIN_SEARCH_LETTERS} letters to ${MAX_SEARCH_LENGTH} characters, ` +
    `lang of ${LANGUAGES.join(", ")}, and for one group only kind of ${SEARCH_KINDS.join(", ")}.`,
};

/**
 * Search over the videos of all lists, the devotionals, the Bible and the pages of the site:
 * `GET /api/search?q=&lang=&kind=` (`SiteSearch`) and, for what is typed so far,
 * `GET /api/search/suggest?q=&lang=` (`SuggestAnswer`; `format=opensearch` for browsers). 400 for a
 * question that says nothing or too much, 429 for too many of them from one address. Browsers learn of
 * it from `/opensearch.xml`.
 */
export function createSearch(deps: SearchDeps): Hono {
  const app = new Hono();
  const limits = { points: QUESTIONS_PER_MINUTE, seconds: 60, factor: deps.rateLimitFactor };
  const limit = limitByAddress({ ...deps, ...limits }, { error: "too many questions" });
  app.use(`${SEARCH_API_PATH}/*`, limit);
  app.get(SEARCH_API_PATH, async (context) => {
    const question = searchSchema.safeParse(context.req.query());
    if (!question.success) return refuse(context);
    const { q, lang, kind } = question.data;
    const answer = await searchAnswer(deps, { text: q, language: lang, kind: kind ?? null });
    if (kind === undefined && isEmpty(answer)) deps.onEmpty?.(q);
    return send(context, answer, answer.isPartial ? CACHE.none : CACHE.minutes);
  });
  app.get(SUGGEST_API_PATH, async (context) => {
    const question = suggestSchema.safeParse(context.req.query());
    if (!question.success) return refuse(context);
    const { q, lang, format } = question.data;
    const answer = await suggestAnswer(deps.collections, q, lang);
    const cache = deps.collections.missing().length > 0 ? CACHE.none : CACHE.minutes;
    if (format === undefined) return send(context, answer, cache);
    const titles = answer.suggestions.map(({ title }) => title);
    return send(context, [q, titles], cache, "application/x-suggestions+json");
  });
  addDescriptions(app, deps);
  return app;
}

/** Whether there was nothing at all, as far as everything could be searched. */
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
      const xml = openSearchDescription({ siteUrl, ministryName: ministry.name, language });
      return sendPrecompressed(context, precompress(xml, "passing"), headers);
    });
  }
}

function refuse(context: Context): Response {
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
