import { createDeviceStore } from "./indexed-db-store.ts";

/**
 * Large texts that stay on the device for reading offline, in IndexedDB, which works on every address
 * (the Cache API asks for TLS). Every failure reads as "not there": reading online goes on.
 */
const texts = createDeviceStore("kept-texts", "texts");

/** The text under a key, or null. */
export async function readKept(key: string): Promise<string | null> {
  const found = await texts.read(key);
  return typeof found === "string" ? found : null;
}

/** Keeps texts, all of them or none. Returns false when the browser refuses. */
export function keepTexts(values: Readonly<Record<string, string>>): Promise<boolean> {
  return texts.keep(values);
}

/** Forgets all texts whose key begins like this. */
export function forgetKept(prefix: string): Promise<boolean> {
  return texts.forget(prefix);
}
