import { expect, test } from "vitest";
import { createItemStore, type ItemStore } from "./item-store.ts";
import { changeOf } from "./items.domain.ts";
import { type ItemStorage, memoryStorage } from "./item-storage.ts";

/** Tabs of one browser, which share a store and hear of each other. */
async function openTabs(count: number, storage: ItemStorage = memoryStorage()) {
  const hearing: (() => void)[] = [];
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const store = createItemStore({
        storage,
        now: () => 5_000,
        random: () => `copy${index}`,
        tabs: {
          tell: () => hearing.forEach((hear, other) => other !== index && hear()),
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

test("what one tab changes, the others show", async () => {
  const [first, second] = await openTabs(2);
  if (!first || !second) throw new Error("no tabs");
  await put(first, "a", "one");
  await expect.poll(() => textsOf(second)).toEqual(["one"]);
  await put(second, "a", null);
  await expect.poll(() => textsOf(first)).toEqual([]);
});

test("two tabs that see a sign-in at the same time join a visitor's things once", async () => {
  const [first, second] = await openTabs(2);
  if (!first || !second) throw new Error("no tabs");
  await put(first, "a", "one");
  await Promise.all([first.enter("ruth"), second.enter("ruth")]);
  expect([textsOf(first), textsOf(second)]).toEqual([["one"], ["one"]]);
  await Promise.all([first.enter(null), second.enter(null)]);
  expect([textsOf(first), textsOf(second)]).toEqual([[], []]);
});

test("an answer to somebody who has left is not taken in", async () => {
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
  expect(await store.takeAnswer("ruth", [], answer)).toBe(false);
  expect(textsOf(store)).toEqual([]);
});

test("a change that a full account refuses stays, whatever the account has of the same thing", async () => {
  const [store] = await openTabs(1);
  if (!store) throw new Error("no tab");
  await store.enter("ruth");
  await put(store, "a", "longer, from here");
  const sent = [...store.items().values()].map(changeOf);
  const row = { topic: "bible-mark", id: "a", data: { text: "from elsewhere" }, deleted: false };
  const taken = await store.takeAnswer("ruth", sent, {
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

test("a browser that suddenly refuses to keep anything loses nothing that is shown", async () => {
  const storage = { ...memoryStorage(), change: () => Promise.resolve(false) };
  const [store] = await openTabs(1, storage);
  if (!store) throw new Error("no tab");
  await put(store, "a", "one");
  expect(textsOf(store)).toEqual(["one"]);
});

test("what could not be sent for 90 days is forgotten, where another account is at home", async () => {
  let nowMs = 1_000;
  const store = createItemStore({
    storage: memoryStorage(),
    now: () => nowMs,
    random: () => "x",
    tabs: { tell: () => undefined, listen: () => undefined },
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
