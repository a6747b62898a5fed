import { keepPreviousData, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import {
  type SiteSearch,
  siteSearchSchema,
  type SuggestAnswer,
  suggestSchema,
} from "#shared/contracts/search.ts";
import {
  MAX_SEARCH_LENGTH,
  MIN_SEARCH_LETTERS,
  SEARCH_API_PATH,
  SEARCH_KINDS,
  type SearchKind,
  SUGGEST_API_PATH,
} from "#shared/search/search-address.ts";
import type { Api } from "#web/lib/http/http.ts";
import type { Site } from "#web/lib/site.ts";

/** Results change about as often as lists do. */
const FRESH_MS = 2 * 60_000;

/** Query in a URL. */
export type Question = {
  /** Trimmed; "" for none. */
  text: string;
  /** It is long enough to search for. */
  isAsked: boolean;
  kind: SearchKind | null;
};

/** Parses `?q=&kind=`. */
export function readQuestion(parameters: URLSearchParams): Question {
  const written = (parameters.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH);
  const kind = SEARCH_KINDS.find((candidate) => candidate === parameters.get("kind")) ?? null;
  return { text: written, isAsked: isLongEnough(written), kind };
}

/** Returns true when a text has the minimum length of a query. */
export function isLongEnough(written: string): boolean {
  return (written.match(/[\p{L}\p{N}]/gu) ?? []).length >= MIN_SEARCH_LETTERS;
}

/** Query of all results; the last ones stay while the next load. */
export function searchQuery(
  { api, language }: Pick<Site, "api" | "language">,
  { text: written, isAsked, kind }: Question,
): UseQueryOptions<SiteSearch> {
  return {
    queryKey: ["search", language, written, kind],
    queryFn: async ({ signal }): Promise<SiteSearch> => {
      const parameters = { q: written, lang: language, ...(kind && { kind }) };
      return v.parse(siteSearchSchema, await ask(api, SEARCH_API_PATH, parameters, signal));
    },
    enabled: isAsked,
    staleTime: FRESH_MS,
    retry: false,
    networkMode: "always",
    placeholderData: keepPreviousData,
  };
}

/** Query of the suggestions for typed text. */
export function suggestQuery(
  { api, language }: Pick<Site, "api" | "language">,
  typed: string,
): UseQueryOptions<SuggestAnswer> {
  const written = typed.trim();
  return {
    queryKey: ["suggest", language, written],
    queryFn: async ({ signal }): Promise<SuggestAnswer> =>
      v.parse(
        suggestSchema,
        await ask(api, SUGGEST_API_PATH, { q: written, lang: language }, signal),
      ),
    enabled: isLongEnough(written),
    staleTime: FRESH_MS,
    retry: false,
    networkMode: "always",
    placeholderData: keepPreviousData,
  };
}

function ask(
  api: Api,
  path: string,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<unknown> {
  return api.getJson(`${path}?${new URLSearchParams(parameters).toString()}`, signal);
}
