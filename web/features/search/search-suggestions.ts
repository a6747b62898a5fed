import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Suggestion } from "#shared/contracts/search.ts";
import { useSite } from "#web/lib/site.ts";
import { isLongEnough, suggestQuery } from "./search.data.ts";
import { useSearchHistory } from "./search-history.ts";

/** One line of the list under the field. */
export type SuggestedLine =
  | { kind: "recent"; question: string }
  | { kind: "suggestion"; suggestion: Suggestion }
  | { kind: "all"; question: string };

/** Debounce of typing. */
const DEBOUNCE_MS = 150;

/** Returns the lines for the typed text: the last searches before any, then suggestions. */
export function useSuggestedLines(typed: string): readonly SuggestedLine[] {
  const site = useSite();
  const history = useSearchHistory();
  const settled = useSettled(typed);
  const { data } = useQuery(suggestQuery(site, settled));
  if (!isLongEnough(typed)) {
    if (typed.trim() !== "") return [];
    return history.map((question) => ({ kind: "recent", question }));
  }
  const suggestions = data?.suggestions ?? [];
  return [
    ...suggestions.map((suggestion): SuggestedLine => ({ kind: "suggestion", suggestion })),
    { kind: "all", question: typed.trim() },
  ];
}

/** Returns the id of a line's element, for `aria-activedescendant`. */
export function lineId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** Returns a text debounced. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
