import { useCallback, useSyncExternalStore } from "react";
import {
  announceStorageChange,
  readStored,
  readText,
  subscribeToStorage,
  writeStored,
} from "./storage.ts";
import type { StoredEntry } from "./storage-keys.ts";

/** Last text and parsed value of each entry, so that a value keeps its identity. */
const parsed = new WeakMap<object, { text: string | null; value: unknown }>();

/**
 * Returns a stored value and follows every change, also of other tabs; pass the same entry with
 * every render. The fallback during hydration. The setter returns false when the browser cannot
 * store the value, which is shown anyway.
 */
export function useStored<Value>(
  entry: StoredEntry<Value>,
): [value: Value, set: (value: Value) => boolean] {
  const value = useSyncExternalStore(
    subscribeToStorage,
    () => currentValue(entry),
    () => entry.fallback,
  );
  const set = useCallback(
    (next: Value) => {
      const isKept = writeStored(entry, next);
      parsed.set(entry, { text: readText(entry.key), value: next });
      announceStorageChange();
      return isKept;
    },
    [entry],
  );
  return [value, set];
}

/** Returns the value that `useStored` gives now, also where the browser could not store it. */
export function currentValue<Value>(entry: StoredEntry<Value>): Value {
  const text = readText(entry.key);
  const known = parsed.get(entry);
  if (known && known.text === text) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under this very entry
    return known.value as Value;
  }
  const value = readStored(entry);
  parsed.set(entry, { text, value });
  return value;
}
