import type { DeviceStore } from "./indexed-db-store.ts";

/** A device's store in memory; `held` is what it holds, `refuses` makes its next writes fail. */
export type MemoryStore = DeviceStore & { held: Map<string, unknown>; refuses: boolean };

export function createMemoryStore(): MemoryStore {
  const held = new Map<string, unknown>();
  const named = (prefix: string) =>
    [...held].filter(([key]) => key.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const store: MemoryStore = {
    held,
    refuses: false,
    read: (key) => Promise.resolve(held.get(key)),
    keep(values) {
      if (store.refuses) return Promise.resolve(false);
      for (const [key, value] of Object.entries(values)) held.set(key, value);
      return Promise.resolve(true);
    },
    forget(prefix) {
      for (const [key] of named(prefix)) held.delete(key);
      return Promise.resolve(true);
    },
    keys: (prefix) => Promise.resolve(named(prefix).map(([key]) => key)),
    entries: (prefix) => Promise.resolve(new Map(named(prefix))),
    change(keys, decide) {
      const changed = decide(new Map(keys.map((key) => [key, held.get(key)])));
      const writes = [...changed.values()].some((value) => value !== undefined);
      if (store.refuses && writes) return Promise.resolve(false);
      for (const [key, value] of changed) {
        if (value === undefined) held.delete(key);
        else held.set(key, value);
      }
      return Promise.resolve(true);
    },
  };
  return store;
}
