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
import { listChanges, listOf } from "./bookmark-list.domain.ts";
import type { Mark } from "./marks.domain.ts";

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
