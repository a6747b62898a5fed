import * as v from "valibot";
import { readStored, removeStored, announceStorageChange } from "#web/lib/storage/storage.ts";
import { listOf, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { writeList } from "#web/lib/storage/stored-list.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Suggestion } from "#shared/contracts/search.ts";
import { useSite } from "#web/lib/site.ts";
import { isLongEnough, suggestQuery } from "./search.data.ts";

/** Searches on this device, newest first. They never leave it. */
const SEARCH_HISTORY = storedEntry("search-history", listOf(v.string()), []);

const KEPT_COUNT = 8;

/** Returns the last searches on this device. */
export function useSearchHistory(): readonly string[] {
  return useStored(SEARCH_HISTORY)[0];
}

/** Stores a query as the newest, each once in any case. */
export function rememberSearch(question: string): void {
  const lower = question.toLowerCase();
  const others = readStored(SEARCH_HISTORY).filter((stored) => stored.toLowerCase() !== lower);
  writeList(SEARCH_HISTORY, [question, ...others].slice(0, KEPT_COUNT));
}

/** Deletes all of them. */
export function deleteSearches(): void {
  removeStored(SEARCH_HISTORY.key);
  announceStorageChange();
}

/** One line of the list under the field. */
export type SuggestedLine =
  | { kind: "recent"; question: string }
  | { kind: "suggestion"; suggestion: Suggestion }
  | { kind: "all"; question: string };

/** Debounce of typing. */
const DEBOUNCE_MS = 150;

type SuggestedLines = {
  lines: readonly SuggestedLine[];
  /** The server has no suggestion for the typed text. */
  hasNone: boolean;
};

/** Returns the lines for the typed text: the last searches before any, then suggestions. */
export function useSuggestedLines(typed: string): SuggestedLines {
  const site = useSite();
  const history = useSearchHistory();
  const settled = useSettled(typed);
  const { data, isPlaceholderData } = useQuery(suggestQuery(site, settled));
  if (!isLongEnough(typed)) {
    const shown = typed.trim() === "" ? history : [];
    return { lines: shown.map((question) => ({ kind: "recent", question })), hasNone: false };
  }
  const suggestions = data?.suggestions ?? [];
  return {
    lines: [
      ...suggestions.map((suggestion): SuggestedLine => ({ kind: "suggestion", suggestion })),
      { kind: "all", question: typed.trim() },
    ],
    hasNone: data !== undefined && suggestions.length === 0 && !isPlaceholderData,
  };
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
