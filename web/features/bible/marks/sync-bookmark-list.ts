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
 * The specified list of bookmarks, "Book chapter:verse" (S3.15), beside the marks of kind bookmark: whichever is
 * changed, the other one follows. Pages of an older version, open in another tab, know the list alone.
 */

/** What the list was, the last time that both agreed, and whose it was. */
export type Agreed = { owner: string | null; list: readonly string[] };

export type ListChanges = {
  /** Marks to be made, by id. */
  added: ReadonlyMap<string, Mark>;
  /** Ids of marks that go. */
  removed: readonly string[];
};

/** What was changed in the list since both agreed. */
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

/** The list as the marks have it: in its order, new ones at its end; what is no place of the Bible stays. */
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
 * Keeps the list of bookmarks and the marks alike, from now on, whoever signs in or out.
 *
 * @returns once they are.
 */
export async function followBookmarkList(): Promise<void> {
  following ??= follow();
  const agree = await following;
  await agree();
}

async function follow(): Promise<() => Promise<void>> {
  const store = await openItems();
  let last = Promise.resolve();
  let isDue = false;
  const agree = (): Promise<void> => {
    // Whatever changes until its turn comes goes along.
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
  // What somebody else's list lacks was not taken away by whoever is here now.
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
