import { announceStorageChange, writeStored } from "./storage.ts";
import type { StoredEntry } from "./storage-keys.ts";

/**
 * Stores a list, newest first. When the browser is full, drops the oldest half and retries; when it
 * stores nothing, the list is lost and no page breaks.
 */
export function writeList<Item>(entry: StoredEntry<Item[]>, list: readonly Item[]): void {
  let kept = [...list];
  while (!writeStored(entry, kept) && kept.length > 0) {
    kept = kept.slice(0, Math.floor(kept.length / 2));
  }
  announceStorageChange();
}
