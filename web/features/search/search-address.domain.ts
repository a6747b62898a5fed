import { SEARCH_PATH, type SearchKind } from "#shared/search/search-address.ts";

/** Returns the URL of a query's results; of one group alone when a kind is given. */
export function addressOfQuestion(
  question: string,
  kind: SearchKind | null = null,
): { pathname: string; search: string } {
  const parameters = new URLSearchParams({ q: question, ...(kind && { kind }) });
  return { pathname: SEARCH_PATH, search: `?${parameters.toString()}` };
}
