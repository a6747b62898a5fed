import { coalesceCalls } from "@reign-tv/kit/coalesce-calls.ts";
import type { DeviceStore } from "#shared/device/indexed-db-store.ts";
import {
  captionsKey,
  ITEM_PREFIX,
  itemKey,
  type KeptItem,
  PART_BYTES,
  PART_PREFIX,
  partsKey,
  posterKey,
  readKeptItem,
} from "#shared/media/kept-media.ts";
import type { browserFetch } from "#web/lib/http/http.ts";
import { createStore } from "#web/lib/store.ts";
import { downloadFile } from "./download-file.ts";
import { storedBytes } from "./part-plan.domain.ts";

/** The part of a file that its caller knows. */
export type NewItem = Pick<
  KeptItem,
  "url" | "kind" | "bytes" | "seconds" | "speaker" | "category" | "video" | "captions"
>;

/** A kept file with what the tab knows of it. */
export type KeptEntry = KeptItem & {
  /** Bytes that have arrived. */
  arrived: number;
  /** It waits for a connection, and goes on by itself. */
  isStalled: boolean;
};

/**
 * "full": the device has too little space, or the browser stores nothing; "gone": the file is no
 * longer offered; "limit": the visitor's data limit is reached.
 */
export type KeepProblem =
  | { kind: "full"; bytes: number; freeBytes: number | null }
  | { kind: "gone" }
  | { kind: "limit" };

export type KeptState = {
  /** Oldest first; null until the device has been read. */
  entries: readonly KeptEntry[] | null;
  /** Problems since the page was opened, by URL. */
  problems: ReadonlyMap<string, KeepProblem>;
};

export type KeptMediaDeps = {
  store: DeviceStore;
  fetch: typeof browserFetch;
  now: () => number;
  /** Runs work while no other tab does. */
  alone: (work: () => Promise<void>) => Promise<void>;
  /** Bytes that the origin may still store; null if unknown. */
  freeBytes: () => Promise<number | null>;
  /** Asks the browser not to delete the origin's data by itself. */
  persist: () => void;
  /** Tells the other tabs of a change, and hears of theirs. */
  tabs: { notify: () => void; listen: (onChange: () => void) => void };
  /** Counts moved bytes. @param onLimit the visitor's limit is reached */
  count: (bytes: number, onLimit: () => void) => void;
  /** The visitor goes on beyond the limit. */
  goOn: () => void;
  /** Address of an item's poster. */
  posterOf: (item: NewItem) => string;
  /** Calls back after a delay, or as soon as there is a connection. */
  retryLater: (attempt: number, retry: () => void) => void;
  /** Called with whether downloads are unfinished: the next page goes on with them. */
  remember: (isUnfinished: boolean) => void;
};

export type KeptMedia = {
  current: () => KeptState;
  /** @returns a function that ends it */
  subscribe: (listener: () => void) => () => void;
  /** Reads the device; a paused or deleted download stops. */
  reload: () => Promise<readonly KeptEntry[]>;
  /** Adds a file to the downloads. Nothing is stored when there is too little space for it. */
  keep: (added: NewItem) => Promise<void>;
  pause: (url: string) => Promise<void>;
  resume: (url: string) => Promise<void>;
  /** Downloads what waits; resolves when nothing does, or the connection is cut. */
  run: () => Promise<void>;
  /** Deletes an item; a download ends. */
  remove: (url: string) => Promise<void>;
  setDeleteAfterListening: (url: string, isOn: boolean) => Promise<void>;
  /** An item was played to its end. */
  markEnded: (url: string) => Promise<void>;
  /** The visitor has gone on to something else; after its end, the item may be deleted. */
  moveOn: (url: string) => Promise<void>;
  /** Returns the poster of an item; null without one. */
  poster: (url: string) => Promise<Blob | null>;
};

/** The kept media of this device, and their downloads: one at a time, in one tab. */
export function createKeptMedia(deps: KeptMediaDeps): KeptMedia {
  const { store } = deps;
  const kept = createStore<KeptState>({ entries: null, problems: new Map() });
  let active: { url: string; arrived: number; stop: AbortController } | null = null;
  let attempts = 0;
  const run = coalesceCalls(() => deps.alone(downloadAll));

  function show(part: Partial<KeptState>): void {
    kept.set({ ...kept.read(), ...part });
  }

  function setProblem(url: string, problem: KeepProblem | null): void {
    const problems = new Map(kept.read().problems);
    if (problem) problems.set(url, problem);
    else problems.delete(url);
    show({ problems });
  }

  async function reload(): Promise<readonly KeptEntry[]> {
    const [items, partKeys] = await Promise.all([
      store.entries(ITEM_PREFIX),
      store.keys(PART_PREFIX),
    ]);
    const entries = [...(items?.values() ?? [])]
      .map(readKeptItem)
      .filter((item) => item !== null)
      .toSorted((one, other) => one.addedAt - other.addedAt)
      .map((item) => entryOf(item, partKeys));
    const running = entries.find(({ url }) => url === active?.url);
    if (active && running?.state !== "waiting") active.stop.abort();
    deps.remember(entries.some((entry) => entry.state === "waiting"));
    show({ entries });
    return entries;
  }

  function entryOf(item: KeptItem, partKeys: readonly string[]): KeptEntry {
    const prefix = partsKey(item.url);
    const parts = partKeys.filter((key) => key.startsWith(prefix)).length;
    const arrived = active?.url === item.url ? active.arrived : storedBytes(parts, item.bytes);
    return { ...item, arrived, isStalled: item.state === "waiting" && attempts > 0 };
  }

  async function changed(): Promise<void> {
    await reload();
    deps.tabs.notify();
  }

  /** Changes an item, unless it is deleted. */
  async function update(url: string, part: Partial<KeptItem>): Promise<void> {
    const key = itemKey(url);
    await store.change([key], (found) => {
      const item = readKeptItem(found.get(key));
      return new Map(item ? [[key, { ...item, ...part }]] : []);
    });
    await changed();
  }

  async function keep(added: NewItem): Promise<void> {
    setProblem(added.url, null);
    const entries = await reload();
    const freeBytes = await deps.freeBytes();
    const waiting = entries.filter((entry) => entry.state !== "kept");
    const promised = waiting.reduce((sum, { bytes, arrived }) => sum + bytes - arrived, 0);
    if (freeBytes !== null && added.bytes + promised > freeBytes) {
      setProblem(added.url, { kind: "full", bytes: added.bytes, freeBytes });
      return;
    }
    const key = itemKey(added.url);
    const item: KeptItem = {
      ...added,
      etag: null,
      state: "waiting",
      addedAt: deps.now(),
      deleteAfterListening: false,
      hasEnded: false,
    };
    const isStored = await store.change([key], (found) =>
      readKeptItem(found.get(key)) ? new Map() : new Map([[key, item]]),
    );
    if (!isStored) {
      setProblem(added.url, { kind: "full", bytes: added.bytes, freeBytes: null });
      return;
    }
    await changed();
    void keepExtras(added);
    await run();
  }

  /** Keeps its poster and captions. Without them, an item shows none. */
  async function keepExtras(item: NewItem): Promise<void> {
    const addresses = new Map([[posterKey(item.url), deps.posterOf(item)]]);
    for (const { url } of item.captions ?? []) addresses.set(captionsKey(url), url);
    for (const [key, address] of addresses) {
      const response = await deps.fetch(address).catch(() => null);
      const file = response?.ok ? await response.blob().catch(() => null) : null;
      // Nothing is left of an item that was deleted in the meantime.
      await store.change([itemKey(item.url)], (found) =>
        file && readKeptItem(found.get(itemKey(item.url))) ? new Map([[key, file]]) : new Map(),
      );
    }
    await changed();
  }

  async function remove(url: string): Promise<void> {
    if (active?.url === url) active.stop.abort();
    const captions = readKeptItem(await store.read(itemKey(url)))?.captions ?? [];
    // The item first: a download that still runs then stores no further part.
    await store.change([itemKey(url)], () => new Map([[itemKey(url), undefined]]));
    await store.forget(partsKey(url));
    await store.forget(posterKey(url));
    for (const one of captions) await store.forget(captionsKey(one.url));
    await changed();
  }

  async function pause(url: string): Promise<void> {
    if (active?.url === url) active.stop.abort();
    await update(url, { state: "paused" });
  }

  async function resume(url: string): Promise<void> {
    setProblem(url, null);
    deps.goOn();
    attempts = 0;
    await update(url, { state: "waiting" });
    await run();
  }

  async function downloadAll(): Promise<void> {
    await removeOrphans();
    for (;;) {
      const next = (await reload()).find((entry) => entry.state === "waiting");
      if (!next) return;
      const isOn = await download(next);
      active = null;
      await changed();
      if (!isOn) return;
    }
  }

  /** Parts without an item are of a deletion that was cut off. Nothing else writes parts now. */
  async function removeOrphans(): Promise<void> {
    const partKeys = await store.keys(PART_PREFIX);
    const known = (await reload()).map(({ url }) => partsKey(url));
    const prefixes = new Set(partKeys.map((key) => key.slice(0, key.lastIndexOf("#") + 1)));
    for (const prefix of prefixes) if (!known.includes(prefix)) await store.forget(prefix);
  }

  /** Returns false when no download can go on now. */
  async function download({ url }: KeptEntry): Promise<boolean> {
    const item = readKeptItem(await store.read(itemKey(url)));
    if (!item) return true;
    const running = { url, arrived: 0, stop: new AbortController() };
    active = running;
    const outcome = await downloadFile(item, {
      store,
      fetch: deps.fetch,
      signal: running.stop.signal,
      onProgress(arrived) {
        running.arrived = arrived;
        if (arrived % PART_BYTES === 0) deps.tabs.notify();
        const isStalled = attempts > 0;
        const entries = kept.read().entries ?? [];
        show({
          entries: entries.map((entry) =>
            entry.url === url ? { ...entry, arrived, isStalled } : entry,
          ),
        });
      },
      onMoved(bytes) {
        if (attempts > 0) attempts = 0;
        deps.count(bytes, () => {
          setProblem(url, { kind: "limit" });
          void pause(url);
        });
      },
    });
    const isFirst = kept.read().entries?.every((entry) => entry.state !== "kept") === true;
    if (outcome === "kept" && isFirst) deps.persist();
    if (outcome === "full" || outcome === "gone") {
      const freeBytes = outcome === "full" ? await deps.freeBytes() : null;
      await remove(url);
      const { bytes } = item;
      setProblem(url, outcome === "full" ? { kind: "full", bytes, freeBytes } : { kind: "gone" });
    }
    if (outcome !== "later") return true;
    attempts += 1;
    deps.retryLater(attempts, () => void run());
    return false;
  }

  async function moveOn(url: string): Promise<void> {
    const item = readKeptItem(await store.read(itemKey(url)));
    if (item?.hasEnded !== true) return;
    if (item.deleteAfterListening) await remove(url);
    else await update(url, { hasEnded: false });
  }

  deps.tabs.listen(() => void reload());

  return {
    current: kept.read,
    subscribe: kept.subscribe,
    reload,
    keep,
    pause,
    resume,
    run,
    remove,
    setDeleteAfterListening: (url, isOn) => update(url, { deleteAfterListening: isOn }),
    markEnded: (url) => update(url, { hasEnded: true }),
    moveOn,
    async poster(url) {
      const found = await store.read(posterKey(url));
      return found instanceof Blob ? found : null;
    },
  };
}
