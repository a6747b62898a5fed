import { keepPreviousData, queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { type ReadSearch, readSearchSchema } from "#shared/contracts/bible-reader.ts";
import { AppError } from "#shared/errors.ts";
import { answerOrKept } from "#shared/kept-answer.ts";
import type { WholeSearch } from "./offline-search.ts";
import type { Api } from "#web/lib/http/http.ts";

/** A shorter term is too general. */
export const MIN_TERM_LENGTH = 2;

/** The search, and the second version to show with it. */
type ParallelSearch = WholeSearch & { secondVersion: string | null };

type SearchKey = ["bible", "search", string, string | null, string, number];

/**
 * Searches a whole text: on the server, which also returns each verse in the second version, or
 * offline in the device's copy.
 */
export function wholeSearchQuery(
  api: Api,
  sought: ParallelSearch,
): UseQueryOptions<ReadSearch, Error, ReadSearch, SearchKey> {
  const { version, secondVersion, term, limit } = sought;
  const queryKey: SearchKey = ["bible", "search", version, secondVersion, term, limit];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => search(api, sought, signal),
    enabled: term.trim().length >= MIN_TERM_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    networkMode: "always",
    retry: false,
  });
}

async function search(
  api: Api,
  { version, secondVersion, term, limit }: ParallelSearch,
  signal: AbortSignal,
): Promise<ReadSearch> {
  const query = new URLSearchParams({
    q: term,
    translation: version,
    ...(secondVersion !== null && { beside: secondVersion }),
    limit: String(limit),
  });
  const answer = api
    .getJson(`/api/bible/v1/search?${query}`, signal)
    .then((found) => v.parse(readSearchSchema, found));
  return answerOrKept(answer, async (error) => {
    const isUnanswered = error instanceof AppError && error.code === "network";
    if (!isUnanswered || signal.aborted) return null;
    const { searchOffline } = await import("./offline-search.ts");
    return searchOffline({ version, term, limit });
  });
}
