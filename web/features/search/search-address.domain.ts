import { SEARCH_PATH, type SearchKind } from "#shared/search/search-address.ts";

/** The page of a question's results; of one group alone where a kind is named. */
export function addressOfQuestion(
  question: string,
  kind: SearchKind | null = null,
): { pathname: string; search: string } {
  const parameters = new URLSearchParams({ q: question, ...(kind && { kind }) });
  return { pathname: SEARCH_PATH, search: `?${parameters.toString()}` };
}
