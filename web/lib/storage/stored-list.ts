import { useSyncExternalStore } from "react";
import { announceStorageChange, readStored, subscribeToStorage, writeStored } from "./storage.ts";
import type { StoredEntry } from "./storage-keys.ts";

/** Lists as they were last read, so that React sees the same list until it changes. */
const seen = new Map<string, { text: string; list: readonly unknown[] }>();

/** Reads a stored list anew with every change in this or another tab; empty on the server. */
export function useStoredList<Item>(entry: StoredEntry<Item[]>): readonly Item[] {
  return useSyncExternalStore(
    subscribeToStorage,
    () => steadyList(entry),
    () => entry.fallback,
  );
}

/**
 * Stores a list, newest first. Where the browser has no more room the oldest go, half at a time; where
 * it keeps nothing at all the list is lost, and no page breaks.
 */
export function writeList<Item>(entry: StoredEntry<Item[]>, list: readonly Item[]): void {
  let kept = [...list];
  while (!writeStored(entry, kept) && kept.length > 0) {
    kept = kept.slice(0, Math.floor(kept.length / 2));
  }
  announceStorageChange();
}

function steadyList<Item>(entry: StoredEntry<Item[]>): readonly Item[] {
  const list = readStored(entry);
  const text = JSON.stringify(list);
  const before = seen.get(entry.key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one key has one entry
  if (before?.text === text) return before.list as readonly Item[];
  seen.set(entry.key, { text, list });
  return list;
}
