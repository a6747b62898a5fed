/** What is remembered of many, with a bound: one more makes the one go that was set longest ago. */
export type BoundedMap<Key, Value> = {
  get(key: Key): Value | undefined;
  /** Remembers a value; the key is the newest then. */
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  keys(): Iterable<Key>;
};

/** Makes a map of at most `maxEntries`; a Map knows its oldest key by itself. */
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
