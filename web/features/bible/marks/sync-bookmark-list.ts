import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { bookmarkOf, readBookmark } from "#web/features/bible/bible-address.domain.ts";
import { type Mark, markId } from "./marks.domain.ts";
import * as v from "valibot";
import { SYNCED_TOPICS } from "#shared/contracts/synced-items.ts";
import type { ItemStore } from "#web/base/sync/item-store.ts";
import { openItems } from "#web/base/sync/open-items.ts";
import { STORED_AGREED, STORED_BOOKMARKS } from "#web/features/bible/bible-storage-keys.ts";
import {
  announceStorageChange,
  readStored,
  subscribeToStorage,
  writeStored,
} from "#web/lib/storage/storage.ts";

/**
 * The specified list of bookmarks, "Book chapter:verse" (S3.15), is synced with the bookmark marks
 * in both directions. Pages of an older version in another tab know the list only.
 */

/** List and owner at the last sync. */
export type Agreed = { owner: string | null; list: readonly string[] };

export type ListChanges = {
  /** Marks to create, by id. */
  added: ReadonlyMap<string, Mark>;
  /** Ids of marks to delete. */
  removed: readonly string[];
};

/** Returns the changes of the list since the last sync. */
export function listChanges(
  list: readonly string[],
  agreed: Agreed,
  marks: ReadonlySet<string>,
): ListChanges {
  const added = new Map<string, Mark>();
  for (const bookmark of list) {
    const mark = agreed.list.includes(bookmark) ? null : markOf(bookmark);
    if (mark && !marks.has(mark.id)) added.set(mark.id, mark.data);
  }
  const removed = agreed.list.flatMap((bookmark) => {
    const id = list.includes(bookmark) ? null : markOf(bookmark)?.id;
    return id !== undefined && id !== null && marks.has(id) ? [id] : [];
  });
  return { added, removed };
}

/** Returns the list for the marks: in its order, new ones at its end; invalid locations stay. */
export function listOf(list: readonly string[], marks: ReadonlyMap<string, Mark>): string[] {
  const names = new Map([...marks].flatMap(([id, mark]) => entryOf(id, mark)));
  const kept = list.filter((bookmark) => {
    const mark = markOf(bookmark);
    return mark === null || names.has(mark.id);
  });
  const listed = new Set(kept.map((bookmark) => markOf(bookmark)?.id));
  return [...kept, ...[...names].flatMap(([id, name]) => (listed.has(id) ? [] : [name]))];
}

function entryOf(id: string, { book: usfm, chapter, from }: Mark): [string, string][] {
  const book = BIBLE_BOOKS.find((each) => each.usfm === usfm);
  return book ? [[id, bookmarkOf({ book, chapter }, from)]] : [];
}

function markOf(bookmark: string): { id: string; data: Mark } | null {
  const place = readBookmark(bookmark);
  if (!place || place.verse > 176) return null;
  const { book, chapter, verse } = place;
  const stretch = { book: book.usfm, chapter, from: verse, to: verse };
  return {
    id: markId("bookmark", stretch),
    data: { kind: "bookmark", ...stretch, version: "kjv" },
  };
}

let following: Promise<() => Promise<void>> | null = null;

/**
 * Keeps the list of bookmarks and the marks in sync from now on, across sign-ins. @returns once
 * they are in sync.
 */
export async function syncBookmarkList(): Promise<void> {
  following ??= follow();
  const agree = await following;
  await agree();
}

async function follow(): Promise<() => Promise<void>> {
  const store = await openItems();
  let last = Promise.resolve();
  let isDue = false;
  const agree = (): Promise<void> => {
    // One queued run covers all changes until it starts.
    if (isDue) return last;
    isDue = true;
    last = last.then(() => {
      isDue = false;
      return agreeOnce(store);
    });
    return last;
  };
  store.subscribe(() => void agree());
  subscribeToStorage(() => void agree());
  return agree;
}

async function agreeOnce(store: ItemStore): Promise<void> {
  const owner = store.owner();
  const agreed = readStored(STORED_AGREED);
  const before = bookmarksIn(store);
  const changes = listChanges(readStored(STORED_BOOKMARKS), agreed, new Set(before.keys()));
  // Entries missing from another user's list were not removed by the current user.
  const isSame = agreed.owner === owner || agreed.owner === null;
  const common = { topic: "bible-mark", sessionAt: null, keepBoth: false };
  for (const [id, data] of changes.added) await store.change({ ...common, id, data });
  for (const id of isSame ? changes.removed : []) {
    await store.change({ ...common, id, data: null });
  }
  if (store.owner() !== owner) return;
  const list = readStored(STORED_BOOKMARKS);
  const next = listOf(list, bookmarksIn(store));
  const isChanged = next.join("\n") !== list.join("\n");
  if (isChanged) writeStored(STORED_BOOKMARKS, next);
  if (isChanged || agreed.owner !== owner || agreed.list.join("\n") !== next.join("\n")) {
    writeStored(STORED_AGREED, { owner, list: next });
  }
  if (isChanged) announceStorageChange();
}

function bookmarksIn(store: ItemStore): ReadonlyMap<string, Mark> {
  const found = new Map<string, Mark>();
  for (const { topic, id, data, deleted } of store.items().values()) {
    if (topic !== "bible-mark" || deleted || data?.["kind"] !== "bookmark") continue;
    const mark = v.safeParse(SYNCED_TOPICS["bible-mark"], data);
    if (mark.success) found.set(id, mark.output);
  }
  return found;
}
