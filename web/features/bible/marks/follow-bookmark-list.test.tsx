import { beforeEach, expect, it } from "vitest";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem, removeItem } from "#web/base/sync/use-items.ts";
import { announceStorageChange } from "#web/lib/storage/storage.ts";
import { syncBookmarkList } from "./sync-bookmark-list.ts";

const SESSION = "sb-localhost-auth-token";
const bookmark = (book: string, chapter: number, from: number) =>
  ({ kind: "bookmark", book, chapter, from, to: from, version: "kjv" }) as const;
const list = (): unknown => JSON.parse(localStorage.getItem("bible-bookmarks") ?? "null");

/** A page of an older version, in another tab, writes the list. */
function oldTabWrites(bookmarks: readonly string[]): void {
  localStorage.setItem("bible-bookmarks", JSON.stringify(bookmarks));
  announceStorageChange();
}
async function ids(): Promise<string[]> {
  const { items } = await openItems();
  return [...items().values()].filter(({ deleted }) => !deleted).map(({ id }) => id);
}

beforeEach(async () => {
  announceStorageChange();
  for (const id of await ids()) await removeItem("bible-mark", id);
  await syncBookmarkList();
});

it("converts an old list to marks, and applies the changes of an older tab", async () => {
  oldTabWrites(["John 3:16", "Tobit 1:1"]);
  await syncBookmarkList();
  expect(await ids()).toEqual(["bookmark:JHN.3.16"]);
  oldTabWrites(["Tobit 1:1", "Ruth 1:16"]);
  await syncBookmarkList();
  expect(await ids()).toEqual(["bookmark:RUT.1.16"]);
  expect(list()).toEqual(["Tobit 1:1", "Ruth 1:16"]);
});

it("writes marks of another device to the list, and removes them again", async () => {
  await putItem("bible-mark", "bookmark:PSA.51.1", bookmark("PSA", 51, 1));
  await expect.poll(list).toEqual(["Psalms 51:1"]);
  await removeItem("bible-mark", "bookmark:PSA.51.1");
  await expect.poll(list).toEqual([]);
});

it("moves a visitor's list to the account, and removes it with the account", async () => {
  oldTabWrites(["John 3:16"]);
  await syncBookmarkList();
  localStorage.setItem(SESSION, JSON.stringify(sessionOf(MEMBER)));
  announceStorageChange();
  await expect.poll(ids).toEqual(["bookmark:JHN.3.16"]);
  await expect.poll(list).toEqual(["John 3:16"]);
  localStorage.removeItem(SESSION);
  announceStorageChange();
  await expect.poll(list).toEqual([]);
  expect(await ids()).toEqual([]);
});
