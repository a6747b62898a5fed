import { useSyncExternalStore } from "react";
import * as v from "valibot";
import {
  SYNCED_ID,
  SYNCED_TOPICS,
  type SyncedData,
  type SyncedTopic,
} from "#shared/contracts/synced-items.ts";
import type { ItemStore } from "./item-store.ts";
import type { LocalItem } from "./items.domain.ts";
import { openItems } from "./open-items.ts";

/** An item of a topic. */
export type SyncedItem<Topic extends SyncedTopic> = {
  id: string;
  data: SyncedData<Topic>;
  /** Milliseconds since 1970. */
  changedAt: number;
};

/** The items of a topic on this device. */
export type SyncedItems<Topic extends SyncedTopic> = {
  /** False until the device's store has been read. */
  isLoaded: boolean;
  /** False when this browser blocks storage and items last as long as the page. */
  isPersistent: boolean;
  items: readonly SyncedItem<Topic>[];
};

type ItemOptions = {
  /** Start of the play in which it was changed, milliseconds since 1970. */
  sessionAt?: number;
  /** Keep both versions when another device has changed it too. */
  keepBoth?: boolean;
};

type Read = { from: ReadonlyMap<string, LocalItem>; shown: SyncedItems<SyncedTopic> };

let store: ItemStore | null = null;
const reads = new Map<SyncedTopic, Read>();
/** Parsed form of each item: a change of one mark must not parse 10,000 again. */
const readItems = new WeakMap<LocalItem, SyncedItem<SyncedTopic> | null>();
const listeners = new Set<() => void>();
const NONE: SyncedItems<never> = { isLoaded: false, isPersistent: true, items: [] };

/**
 * Returns the items of a topic and follows every change here, in other tabs and on other devices.
 * For lazy pages.
 */
export function useItems<Topic extends SyncedTopic>(topic: Topic): SyncedItems<Topic> {
  return useSyncExternalStore(
    subscribe,
    () => itemsOf(topic),
    () => NONE,
  );
}

/**
 * Stores an item on this device; sync sends it later. @throws Error for an id or data that the
 * account would reject.
 */
export async function putItem<Topic extends SyncedTopic>(
  topic: Topic,
  id: string,
  data: SyncedData<Topic>,
  { sessionAt, keepBoth = false }: ItemOptions = {},
): Promise<void> {
  if (!SYNCED_ID.test(id)) throw new Error(`No id of a thing: ${id}`);
  const checked = v.parse(SYNCED_TOPICS[topic], data);
  const opened = await openItems();
  await opened.change({ topic, id, data: checked, sessionAt: sessionAt ?? null, keepBoth });
}

/** Deletes an item everywhere. Sends nothing for one that does not exist. */
export async function removeItem(topic: SyncedTopic, id: string): Promise<void> {
  const opened = await openItems();
  const isIt = (item: LocalItem) => item.topic === topic && item.id === id && !item.deleted;
  if (![...opened.items().values()].some(isIt)) return;
  await opened.change({ topic, id, data: null, sessionAt: null, keepBoth: false });
}

/**
 * Returns the data of an item; null when this app cannot parse it, and the item then stays
 * unchanged.
 */
export function readData<Topic extends SyncedTopic>(
  topic: Topic,
  { data }: LocalItem,
): SyncedData<Topic> | null {
  const read = v.safeParse(SYNCED_TOPICS[topic], data);
  return read.success ? read.output : null;
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  void follow();
  return () => listeners.delete(onChange);
}

async function follow(): Promise<void> {
  if (store) return;
  const opened = await openItems();
  if (store) return;
  store = opened;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  store.subscribe(tell);
  tell();
}

function itemsOf<Topic extends SyncedTopic>(topic: Topic): SyncedItems<Topic> {
  if (!store) return NONE;
  const from = store.items();
  let read = reads.get(topic);
  if (read?.from !== from) {
    const items = [...from.values()].flatMap((item) =>
      item.topic === topic && !item.deleted ? (readItem(topic, item) ?? []) : [],
    );
    read = { from, shown: { isLoaded: true, isPersistent: store.isPersistent, items } };
    reads.set(topic, read);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read by this topic's schema
  return read.shown as SyncedItems<Topic>;
}

function readItem(topic: SyncedTopic, item: LocalItem): SyncedItem<SyncedTopic> | null {
  const known = readItems.get(item);
  if (known !== undefined) return known;
  const data = readData(topic, item);
  const read = data && { id: item.id, data, changedAt: item.changedAt };
  readItems.set(item, read);
  return read;
}
