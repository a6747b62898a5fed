import type { DeviceStore } from "#shared/device/indexed-db-store.ts";
import {
  itemKey,
  type KeptItem,
  partKey,
  partsKey,
  readKeptItem,
} from "#shared/media/kept-media.ts";
import type { browserFetch } from "#web/lib/http/http.ts";
import { partHeaders, partRange, readPartAnswer, storedBytes } from "./part-plan.domain.ts";

export type DownloadDeps = {
  store: DeviceStore;
  fetch: typeof browserFetch;
  /** Called with the bytes of the file that have arrived. */
  onProgress: (bytes: number) => void;
  /** Called with bytes that were moved. */
  onMoved: (bytes: number) => void;
  signal: AbortSignal;
};

/**
 * "stopped": paused or deleted; "later": no connection, or the server cannot answer; "full": the
 * device stores no more; "gone": the server offers the file no longer.
 */
export type Outcome = "kept" | "stopped" | "later" | "full" | "gone";

/** A file that changes more often during one download cannot be put together now. */
const MAX_RESTARTS = 3;
/** A connection that brings nothing for this time counts as cut. */
const SILENCE_LIMIT_MS = 45_000;

/**
 * Downloads the missing parts of a file, one after the other; a part is stored whole or not at all.
 * The caller makes sure that only one tab does so.
 */
export async function downloadFile(started: KeptItem, deps: DownloadDeps): Promise<Outcome> {
  const { store, signal, onProgress } = deps;
  let item = started;
  let index = (await store.keys(partsKey(item.url))).length;
  let restarts = 0;
  for (;;) {
    onProgress(storedBytes(index, item.bytes));
    const range = partRange(index, item.bytes);
    if (!range) return "kept";
    if (signal.aborted) return "stopped";
    const answer = await fetchPart(item, range, deps);
    if (answer.kind === "changed") {
      restarts += 1;
      await store.forget(partsKey(item.url));
      index = 0;
      item = { ...item, etag: null, bytes: answer.bytes ?? item.bytes };
      if (restarts > MAX_RESTARTS) return "later";
    } else if (answer.kind === "part") {
      const isLast = range.last === item.bytes - 1;
      item = { ...item, etag: answer.etag, state: isLast ? "kept" : item.state };
      const stored = await storePart(store, item, index, answer.body);
      if (stored !== "stored") return stored;
      index += 1;
    } else {
      return answer.kind;
    }
  }
}

type Fetched =
  | { kind: "part"; etag: string | null; body: Blob }
  | { kind: "changed"; bytes: number | null }
  | { kind: "gone" | "later" | "stopped" };

async function fetchPart(
  item: KeptItem,
  range: { first: number; last: number },
  deps: DownloadDeps,
): Promise<Fetched> {
  const cut = new AbortController();
  const end = (): void => cut.abort();
  deps.signal.addEventListener("abort", end);
  let timer = setTimeout(end, SILENCE_LIMIT_MS);
  try {
    const response = await deps.fetch(item.url, {
      headers: partHeaders(range, item.etag),
      // The browser's cache would hold every byte a second time.
      cache: "no-store",
      signal: cut.signal,
    });
    const answer = readPartAnswer(response, range, item);
    if (answer.kind !== "part") {
      void response.body?.cancel();
      return answer;
    }
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.body?.getReader();
    for (;;) {
      const read = await reader?.read();
      if (!read || read.done) break;
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE_LIMIT_MS);
      chunks.push(read.value);
      bytes += read.value.byteLength;
      deps.onMoved(read.value.byteLength);
      deps.onProgress(range.first + bytes);
    }
    if (bytes !== range.last - range.first + 1) return { kind: "later" };
    return { ...answer, body: new Blob(chunks) };
  } catch {
    return { kind: deps.signal.aborted ? "stopped" : "later" };
  } finally {
    clearTimeout(timer);
    deps.signal.removeEventListener("abort", end);
  }
}

/** Stores a part with the item's new state, unless the item was paused or deleted since then. */
async function storePart(
  store: DeviceStore,
  item: KeptItem,
  index: number,
  body: Blob,
): Promise<"stored" | "stopped" | "full"> {
  const key = itemKey(item.url);
  let isWanted = false;
  const isStored = await store.change([key], (found) => {
    const current = readKeptItem(found.get(key));
    isWanted = current?.state === "waiting";
    if (!current || !isWanted) return new Map();
    const { etag, bytes, state } = item;
    return new Map<string, unknown>([
      [partKey(item.url, index), body],
      [key, { ...current, etag, bytes, state }],
    ]);
  });
  if (!isStored) return "full";
  return isWanted ? "stored" : "stopped";
}
