import { createDeviceStore } from "#shared/device/indexed-db-store.ts";
import type { QueryFunctionContext } from "@tanstack/react-query";
import { answerOrKept } from "#shared/kept-answer.ts";

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

/** Returns the keys of all texts with this prefix. */
export function offlineTextKeys(prefix: string): Promise<string[]> {
  return texts.keys(prefix);
}

/** Stores texts, all of them or none. Returns false when the browser rejects. */
export function saveOfflineTexts(values: Readonly<Record<string, string>>): Promise<boolean> {
  return texts.keep(values);
}

/** Deletes all texts whose key has this prefix. */
export function deleteOfflineTexts(prefix: string): Promise<boolean> {
  return texts.forget(prefix);
}

type Sources<Data> = {
  answer: Promise<Data>;
  /** Null when the device has none. */
  copy: Promise<Data | null>;
  /** Returns the fallback for a failed or missing response; null when there is none. */
  fallback: (copy: Data, error: unknown) => Data | null;
};

/**
 * Runs a query whose data the device may hold: shows the copy at once and the response when it
 * arrives, even after a fallback to the copy.
 */
export async function readWithCopy<Data>(
  { client, queryKey, signal }: QueryFunctionContext,
  { answer, copy, fallback }: Sources<Data>,
): Promise<Data> {
  const show = (data: Data): void => void client.setQueryData(queryKey, data);
  const showCopy = (kept: Data | null): void => {
    const isEmpty = client.getQueryData(queryKey) === undefined;
    if (kept && isEmpty && !signal.aborted) show(kept);
  };
  void copy.then(showCopy);
  void answer.then(show, () => undefined);
  return answerOrKept(answer, async (error) => {
    const kept = signal.aborted ? null : await copy;
    return kept && fallback(kept, error);
  });
}
