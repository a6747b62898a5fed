import { expect, it } from "vitest";
import { createItemStore, type ItemStore } from "./item-store.ts";
import { changeOf } from "./items.domain.ts";
import { type ItemStorage, memoryStorage } from "./item-storage.ts";

/** Tabs of one browser that share a store and notify each other. */
async function openTabs(count: number, storage: ItemStorage = memoryStorage()) {
  const hearing: (() => void)[] = [];
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const store = createItemStore({
        storage,
        now: () => 5_000,
        random: () => `copy${index}`,
        tabs: {
          notify: () => hearing.forEach((hear, other) => other !== index && hear()),
          listen: (onChange) => void hearing.push(onChange),
        },
      });
      await store.enter(null);
      return store;
    }),
  );
}
const put = (store: ItemStore, id: string, text: string | null) =>
  store.change({
    topic: "bible-mark",
    id,
    data: text === null ? null : { text },
    sessionAt: null,
    keepBoth: true,
  });
const textsOf = (store: ItemStore) =>
  [...store.items().values()].flatMap(({ data }) => (data ? [data["text"]] : []));

it("shows in other tabs what one tab changes", async () => {
  const [first, second] = await openTabs(2);
  if (!first || !second) throw new Error("no tabs");
  await put(first, "a", "one");
  await expect.poll(() => textsOf(second)).toEqual(["one"]);
  await put(second, "a", null);
  await expect.poll(() => textsOf(first)).toEqual([]);
});

it("merges a visitor's items once when two tabs see a sign-in at the same time", async () => {
  const [first, second] = await openTabs(2);
  if (!first || !second) throw new Error("no tabs");
  await put(first, "a", "one");
  await Promise.all([first.enter("ruth"), second.enter("ruth")]);
  expect([textsOf(first), textsOf(second)]).toEqual([["one"], ["one"]]);
  await Promise.all([first.enter(null), second.enter(null)]);
  expect([textsOf(first), textsOf(second)]).toEqual([[], []]);
});

it("ignores a response for a user who has signed out", async () => {
  const [store] = await openTabs(1);
  if (!store) throw new Error("no tab");
  await store.enter("ruth");
  await store.enter("boaz");
  const row = { topic: "bible-mark", id: "a", data: { text: "hers" }, deleted: false };
  const answer = {
    items: [{ ...row, revision: 1, changedAt: 1, sessionAt: null }],
    cursor: 1,
    more: false,
    conflicts: [],
    refused: [],
    reset: null,
    now: 5_000,
  };
  expect(await store.applyResponse("ruth", [], answer)).toBe(false);
  expect(textsOf(store)).toEqual([]);
});

it("keeps a change that a full account rejects, even when the account has the same item", async () => {
  const [store] = await openTabs(1);
  if (!store) throw new Error("no tab");
  await store.enter("ruth");
  await put(store, "a", "longer, from here");
  const sent = [...store.items().values()].map(changeOf);
  const row = { topic: "bible-mark", id: "a", data: { text: "from elsewhere" }, deleted: false };
  const taken = await store.applyResponse("ruth", sent, {
    items: [{ ...row, revision: 7, changedAt: 4_000, sessionAt: null }],
    cursor: 7,
    more: false,
    conflicts: [],
    refused: [{ topic: "bible-mark", id: "a", reason: "full" }],
    reset: null,
    now: 5_000,
  });
  expect(taken).toBe(true);
  expect(textsOf(store)).toEqual(["longer, from here"]);
  expect([...store.items().values()]).toMatchObject([{ isUnsent: true }]);
});

it("loses nothing visible when the browser suddenly blocks storage", async () => {
  const storage = { ...memoryStorage(), change: () => Promise.resolve(false) };
  const [store] = await openTabs(1, storage);
  if (!store) throw new Error("no tab");
  await put(store, "a", "one");
  expect(textsOf(store)).toEqual(["one"]);
});

it("drops changes of another account that were unsent for 90 days", async () => {
  let nowMs = 1_000;
  const store = createItemStore({
    storage: memoryStorage(),
    now: () => nowMs,
    random: () => "x",
    tabs: { notify: () => undefined, listen: () => undefined },
  });
  await store.enter("ruth");
  await put(store, "a", "unsent");
  await store.enter(null);
  await store.enter("ruth");
  expect(textsOf(store)).toEqual(["unsent"]);
  await store.enter(null);
  nowMs += 91 * 86_400_000;
  await store.enter("boaz");
  await store.enter("ruth");
  expect(textsOf(store)).toEqual([]);
});
