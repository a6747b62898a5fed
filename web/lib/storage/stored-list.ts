import { announceStorageChange, writeStored } from "./storage.ts";
import type { StoredEntry } from "./storage-keys.ts";

/**
 * Stores a list, newest first. When the browser is full, drops the oldest half and retries; when it
 * stores nothing, the list is lost and no page breaks.
 */
export function writeList<Item>(entry: StoredEntry<Item[]>, list: readonly Item[]): void {
  let stored = [...list];
  while (!writeStored(entry, stored) && stored.length > 0) {
    stored = stored.slice(0, Math.floor(stored.length / 2));
  }
  announceStorageChange();
}
