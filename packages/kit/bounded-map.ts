/** Map with a size limit. Evicts the entry that was written least recently. */
export type BoundedMap<Key, Value> = {
  get(key: Key): Value | undefined;
  /** Writes a value; its key becomes the newest. */
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  keys(): Iterable<Key>;
};

/** Relies on the insertion order of Map, whose first key is the oldest. */
export function createBoundedMap<Key, Value>(maxEntries: number): BoundedMap<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= maxEntries) return;
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    },
    delete: (key) => entries.delete(key),
    keys: () => entries.keys(),
  };
}
