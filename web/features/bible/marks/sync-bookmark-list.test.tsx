import { expect, it, beforeEach } from "vitest";
import { listChanges, listOf, syncBookmarkList } from "./sync-bookmark-list.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem, removeItem } from "#web/base/sync/use-items.ts";
import { announceStorageChange } from "#web/lib/storage/storage.ts";

const AGREED = { owner: null, list: ["Psalms 51:1", "John 3:16"] };
const IDS = new Set(["bookmark:PSA.51.1", "bookmark:JHN.3.16"]);
const markOf = (book: string, chapter: number, from: number) => ({
  kind: "bookmark" as const,
  book,
  chapter,
  from,
  to: from,
  version: "kjv",
});

it("converts an older list to marks, without invalid locations", () => {
  const list = ["1 Samuel 3:10", "Tobit 1:1", "John"];
  const { added, removed } = listChanges(list, { owner: null, list: [] }, new Set());
  expect([...added]).toEqual([["bookmark:1SA.3.10", markOf("1SA", 3, 10)]]);
  expect(removed).toEqual([]);
});

it("applies what an older tab adds or removes", () => {
  const { added, removed } = listChanges(["John 3:16", "Ruth 1:16"], AGREED, IDS);
  expect([...added.keys()]).toEqual(["bookmark:RUT.1.16"]);
  expect(removed).toEqual(["bookmark:PSA.51.1"]);
});

it("removes a synced bookmark that another device has deleted, and does not create it again", () => {
  const marks = new Map([["bookmark:JHN.3.16", markOf("JHN", 3, 16)]]);
  expect(listChanges(AGREED.list, AGREED, new Set(marks.keys()))).toEqual({
    added: new Map(),
    removed: [],
  });
  expect(listOf([...AGREED.list, "Tobit 1:1"], marks)).toEqual(["John 3:16", "Tobit 1:1"]);
});

it("appends marks of other devices to the list, in its format", () => {
  const marks = new Map([
    ["bookmark:1SA.3.10", markOf("1SA", 3, 10)],
    ["bookmark:JHN.3.16", markOf("JHN", 3, 16)],
    ["bookmark:TOB.1.1", markOf("TOB", 1, 1)],
  ]);
  expect(listOf(["John 3:16"], marks)).toEqual(["John 3:16", "1 Samuel 3:10"]);
});

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
