import * as v from "valibot";
import { readStored, removeStored, announceStorageChange } from "#web/lib/storage/storage.ts";
import { listOf, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { writeList } from "#web/lib/storage/stored-list.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";

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
