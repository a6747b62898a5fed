import { createDeviceStore } from "./indexed-db-store.ts";

/**
 * Large texts for offline reading, in IndexedDB, which works on every URL (the Cache API needs
 * TLS). Every failure reads as "not there", and online reading goes on.
 */
const texts = createDeviceStore("kept-texts", "texts");

/** Returns the text of a key, or null. */
export async function readOfflineText(key: string): Promise<string | null> {
  const found = await texts.read(key);
  return typeof found === "string" ? found : null;
}

/** Stores texts, all of them or none. Returns false when the browser rejects. */
export function saveOfflineTexts(values: Readonly<Record<string, string>>): Promise<boolean> {
  return texts.keep(values);
}

/** Deletes all texts whose key has this prefix. */
export function deleteOfflineTexts(prefix: string): Promise<boolean> {
  return texts.forget(prefix);
}
