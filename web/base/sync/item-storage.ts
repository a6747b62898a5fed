import { createDeviceStore, type DeviceStore } from "#shared/device/indexed-db-store.ts";

/** Storage of a tab's items. */
export type ItemStorage = Pick<DeviceStore, "entries" | "change"> & {
  /** False when the browser blocks storage; items then last as long as the page. */
  isPersistent: boolean;
};

/** Opens the browser's store; memory where it is blocked, as in some private windows. */
export async function openStorage(): Promise<ItemStorage> {
  const store = createDeviceStore("synced-items", "items");
  return (await store.entries("meta/")) ? { ...store, isPersistent: true } : memoryStorage();
}

/** Creates a storage that lasts as long as the page. */
export function memoryStorage(): ItemStorage {
  const held = new Map<string, unknown>();
  return {
    isPersistent: false,
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
