import { expect, it } from "vitest";
import {
  resyncedItem,
  conflictCopyOf,
  changedItem,
  changeOf,
  joinedItems,
  type LocalItem,
  nextUnsent,
  withRejection,
  withRow,
} from "./items.domain.ts";

const item = (changes: Partial<LocalItem> = {}): LocalItem => ({
  topic: "bible-mark",
  id: "note:PSA.51.1",
  data: { note: "a" },
  deleted: false,
  changedAt: 1_000,
  sessionAt: null,
  base: 4,
  keepBoth: false,
  isUnsent: false,
  ...changes,
});
const row = (revision: number, note: string | null, changedAt = 2_000) => ({
  topic: "bible-mark",
  id: "note:PSA.51.1",
  data: note === null ? null : { note },
  deleted: note === null,
  revision,
  changedAt,
  sessionAt: null,
});
const change = {
  topic: "bible-mark",
  id: "x",
  data: { note: "b" },
  sessionAt: null,
  keepBoth: true,
};

it("a change is later than all that the device has seen, at any clock", () => {
  expect(changedItem(item({ changedAt: 9_000 }), change, 5_000)).toMatchObject({
    changedAt: 9_001,
    base: 4,
    isUnsent: true,
  });
  expect(changedItem(null, change, 5_000)).toMatchObject({ changedAt: 5_000, base: 0 });
  expect(changedItem(item(), { ...change, data: null }, 5_000).deleted).toBe(true);
});

it("a row of the account replaces a sent item, not an unsent one", () => {
  expect(withRow(item(), row(5, "b"), null)).toMatchObject({ data: { note: "b" }, base: 5 });
  expect(withRow(item(), row(5, null), null)).toBeNull();
  const unsent = item({ isUnsent: true });
  expect(withRow(unsent, row(5, "b"), null)).toBe(unsent);
  expect(withRow(unsent, row(5, "b"), changeOf(unsent))).toMatchObject({
    data: { note: "b" },
    isUnsent: false,
  });
});

it("an item that changed during the request is based on the sent version", () => {
  const sent = changeOf(item({ changedAt: 1_000 }));
  const later = item({ changedAt: 1_500, isUnsent: true });
  expect(withRow(later, row(7, "a", 1_000), sent)).toEqual({ ...later, base: 7 });
  expect(withRow(later, row(7, "z", 3_000), sent)).toBe(later);
});

it("a rejected change stays on the device, unless it is gone; a full account is retried", () => {
  const unsent = item({ isUnsent: true });
  expect(withRejection(unsent, "too-large")).toEqual({ ...unsent, isUnsent: false });
  expect(withRejection(unsent, "full")).toEqual(unsent);
  expect(withRejection(unsent, "gone")).toBeNull();
});

it("a copy next to the account's item has an id that the account accepts", () => {
  const once = conflictCopyOf(item({ id: "n".repeat(100) }), "k3j2k3j2");
  expect(once.id).toBe(`${"n".repeat(80)}~k3j2k3j2`);
  expect(conflictCopyOf(once, "aaaaaaaa").id).toBe(`${"n".repeat(80)}~aaaaaaaa`);
  expect(once).toMatchObject({ base: 0, isUnsent: true });
});

it.each<[string, LocalItem | null, readonly object[]]>([
  ["joins the account when it has none", null, [{ base: 0, isUnsent: true }]],
  ["is the account's when both are equal", item(), [{ base: 4, isUnsent: false }]],
  [
    "wins where it is newer",
    item({ data: { note: "b" }, changedAt: 900 }),
    [{ data: { note: "a" } }],
  ],
  [
    "loses where it is older",
    item({ data: { note: "b" }, changedAt: 1_100 }),
    [{ data: { note: "b" } }],
  ],
])("a visitor's item %s", (_, held, expected) => {
  expect(joinedItems(item({ base: 0, isUnsent: true }), held, "r")).toMatchObject(expected);
});

it("keeps both the visitor's note and the account's", () => {
  const notes = joinedItems(item({ keepBoth: true }), item({ data: { note: "b" } }), "copy");
  expect(notes).toMatchObject([{ data: { note: "b" } }, { id: "note:PSA.51.1~copy" }]);
});

it("a device that resyncs keeps unsent items, and sends a restored account everything", () => {
  const unsent = item({ isUnsent: true });
  expect(resyncedItem(unsent, "forgotten")).toBe(unsent);
  expect(resyncedItem(item(), "forgotten")).toMatchObject({ isStale: true });
  expect(resyncedItem(item(), "restored")).toMatchObject({ base: 0, isUnsent: true });
});

it("sends deletions first, then the oldest changes", () => {
  const items = [
    item({ id: "late", changedAt: 3, isUnsent: true }),
    item({ id: "told" }),
    item({ id: "early", changedAt: 1, isUnsent: true }),
    item({ id: "gone", changedAt: 9, isUnsent: true, deleted: true }),
  ];
  expect(nextUnsent(items, 2).map(({ id }) => id)).toEqual(["gone", "early"]);
});
