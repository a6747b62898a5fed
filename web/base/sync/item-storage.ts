import { createDeviceStore, type DeviceStore } from "#web/lib/storage/indexed-db-store.ts";

/** Where a tab keeps the things. */
export type ItemStorage = Pick<DeviceStore, "entries" | "change"> & {
  /** False: the browser keeps nothing, and things last as long as the page. */
  isKept: boolean;
};

/** The browser's store; memory where it refuses, as in some private windows. */
export async function openStorage(): Promise<ItemStorage> {
  const store = createDeviceStore("synced-items", "items");
  return (await store.entries("meta/")) ? { ...store, isKept: true } : memoryStorage();
}

/** Things that last as long as the page. */
export function memoryStorage(): ItemStorage {
  const held = new Map<string, unknown>();
  return {
    isKept: false,
    entries: (prefix) =>
      Promise.resolve(new Map([...held].filter(([key]) => key.startsWith(prefix)))),
    change(keys, decide) {
      for (const [key, value] of decide(new Map(keys.map((key) => [key, held.get(key)])))) {
        if (value === undefined) held.delete(key);
        else held.set(key, value);
      }
      return Promise.resolve(true);
    },
  };
}
