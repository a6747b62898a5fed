import { expect, it } from "vitest";
import { listChanges, listOf } from "./sync-bookmark-list.ts";

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
