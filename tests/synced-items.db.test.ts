import type { SupabaseClient } from "@supabase/supabase-js";
import { unzipSync, strFromU8 } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createItemStore, type ItemStore } from "#web/base/sync/item-store.ts";
import { memoryStorage } from "#web/base/sync/item-storage.ts";
import { synchronise } from "#web/base/sync/synchronise.ts";
import { startTestBackend } from "./support/test-backend.ts";
import { GOOD_PASSWORD, joinAs, type TestBackend } from "@reign-tv/backend/testing";

/** Replaced by the backend's URL, whose port is known only after the start. */
const BACKEND_URL = "http://backend.example";
const COUNT = 1_201;

function toUrl(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : input.toString();
}

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({
    functionEnv: { SUPABASE_URL: BACKEND_URL, SUPABASE_SERVICE_ROLE_KEY: "not needed here" },
    functionFetch: (input, init) => fetch(toUrl(input).replace(BACKEND_URL, backend.url), init),
  });
});
afterAll(() => backend.close());

const bookmark = (verse: number) => ({
  topic: "bible-mark",
  id: `bookmark:PSA.119.${verse}`,
  data: { kind: "bookmark", book: "PSA", chapter: 119, from: verse, to: verse, version: "kjv" },
  changedAt: 1_700_000_000_000,
});

it("exports every synced item of an account, except deleted ones", async () => {
  const { client } = await joinAs(backend);
  for (let told = 0; told < COUNT; told += 500) {
    const changes = Array.from({ length: Math.min(500, COUNT - told) }, (_, n) =>
      bookmark(told + n),
    );
    expect((await client.rpc("sync_items", { changes, since: 0 })).error).toBeNull();
  }
  const gone = { ...bookmark(7), data: null, deleted: true, changedAt: 1_700_000_000_001 };
  await client.rpc("sync_items", { changes: [gone], since: 0 });

  const { data, error } = await client.functions.invoke<Blob>("account-export", {
    body: { password: GOOD_PASSWORD },
  });
  expect(error).toBeNull();
  const files = unzipSync(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0)));
  const things: unknown = JSON.parse(strFromU8(files["bible-and-videos.json"] ?? new Uint8Array()));
  expect(things).toHaveLength(COUNT - 1);
  expect(things).toContainEqual({
    topic: "bible-mark",
    id: "bookmark:PSA.119.8",
    changedAt: "2023-11-14T22:13:20+00:00",
    data: bookmark(8).data,
  });
});

const site = () => ({ ...backend, backendUrl: backend.url });

const tokenOf = (client: SupabaseClient) => async () => {
  const { session } = (await client.auth.getSession()).data;
  return session && { userId: session.user.id, token: session.access_token };
};

/** Starts the app on one device of a member, whose clock is wrong by `aheadMs`. */
async function startDevice(
  { client, id }: { client: SupabaseClient; id: string | null },
  clockErrorMs = 0,
) {
  let count = 0;
  const store = createItemStore({
    storage: memoryStorage(),
    now: () => Date.now() + clockErrorMs,
    random: () => `copy${(count += 1)}`,
    tabs: { notify: () => undefined, listen: () => undefined },
  });
  await store.enter(id);
  return { store, meet: () => synchronise(store, site(), tokenOf(client)) };
}

const put = (store: ItemStore, id: string, text: string | null, keepBoth = false) =>
  store.change({
    topic: "bible-mark",
    id,
    data: text === null ? null : { text },
    sessionAt: null,
    keepBoth,
  });
const textsOf = (store: ItemStore) =>
  [...store.items().values()]
    .filter(({ deleted }) => !deleted)
    .map(({ data }) => String(data?.["text"]))
    .toSorted((a, b) => a.localeCompare(b));

async function joinMember() {
  const { client } = await joinAs(backend);
  const { data } = await client.auth.getUser();
  return { client, id: data.user?.id ?? "" };
}

describe("two devices of one account", () => {
  it("agree after a day offline, with both notes and without deleted items", async () => {
    const member = await joinMember();
    const phone = await startDevice(member);
    const tablet = await startDevice(member);
    await put(phone.store, "note:PSA.51.1", "first", true);
    await put(phone.store, "highlight:GEN.1.1", "yellow");
    await phone.meet();
    await tablet.meet();
    expect(textsOf(tablet.store)).toEqual(["first", "yellow"]);

    await put(phone.store, "note:PSA.51.1", "by phone", true);
    await put(phone.store, "highlight:GEN.1.1", null);
    await put(tablet.store, "note:PSA.51.1", "by tablet", true);
    await put(tablet.store, "note:PSA.51.1", "by tablet, better", true);
    await put(tablet.store, "bookmark:JHN.3.16", "here");
    for (const device of [phone, tablet, phone]) await device.meet();
    const all = ["by phone", "by tablet, better", "here"];
    expect([textsOf(phone.store), textsOf(tablet.store)]).toEqual([all, all]);
  });

  it("agree on the last change when their clocks are wrong by ten years", async () => {
    const member = await joinMember();
    const year = 365 * 86_400_000;
    const slow = await startDevice(member, -10 * year);
    const fast = await startDevice(member, 10 * year);
    await put(fast.store, "highlight:GEN.1.1", "by the fast one");
    await fast.meet();
    await slow.meet();
    await put(slow.store, "highlight:GEN.1.1", "by the slow one, later");
    await put(slow.store, "bookmark:GEN.1.1", "new");
    await slow.meet();
    await fast.meet();
    expect(textsOf(fast.store)).toEqual(["by the slow one, later", "new"]);
  });

  it("transfer a thousand marks, each once", async () => {
    const member = await joinMember();
    const [phone, tablet] = [await startDevice(member), await startDevice(member)];
    for (let n = 0; n < 1_000; n += 1) await put(phone.store, `m${n}`, `${n}`);
    await Promise.all([phone.meet(), tablet.meet()]);
    await tablet.meet();
    expect(tablet.store.items().size).toBe(1_000);
    expect([...phone.store.items().values()].some(({ isUnsent }) => isUnsent)).toBe(false);
  });

  it("keep unsent items and drop deleted ones after a long absence", async () => {
    const member = await joinMember();
    const [phone, tablet] = [await startDevice(member), await startDevice(member)];
    for (const id of ["a", "b", "c"]) await put(phone.store, id, id);
    await phone.meet();
    await tablet.meet();
    await put(phone.store, "a", null);
    await phone.meet();
    await backend.admin`
      update public.synced_items set stored_at = now() - interval '91 days' where user_id = ${member.id}`;
    await put(tablet.store, "d", "d");
    await tablet.meet();
    expect(textsOf(tablet.store)).toEqual(["b", "c", "d"]);
    await phone.meet();
    expect(textsOf(phone.store)).toEqual(["b", "c", "d"]);
  });

  it("restore items that a server lost by a restore from an older backup", async () => {
    const member = await joinMember();
    const phone = await startDevice(member);
    await put(phone.store, "a", "a");
    await put(phone.store, "b", "b");
    await phone.meet();
    await backend.admin`delete from public.synced_items where user_id = ${member.id}`;
    await backend.admin`delete from public.synced_accounts where user_id = ${member.id}`;
    await phone.meet();
    const tablet = await startDevice(member);
    await tablet.meet();
    expect(textsOf(tablet.store)).toEqual(["a", "b"]);
  });
});

describe("a device that several people use", () => {
  it("merges a visitor's items into the account, with both notes, and shows no user another one's", async () => {
    const [anna, bert] = [await joinMember(), await joinMember()];
    const elsewhere = await startDevice(anna);
    await put(elsewhere.store, "note:PSA.51.1", "Anna's", true);
    await elsewhere.meet();
    const { store } = await startDevice({ client: anna.client, id: null });
    await put(store, "note:PSA.51.1", "before signing in", true);
    await put(store, "bookmark:GEN.1.1", "mark");
    await store.enter(anna.id);
    await synchronise(store, site(), tokenOf(anna.client));
    expect(textsOf(store)).toEqual(["Anna's", "before signing in", "mark"]);

    await put(store, "bookmark:GEN.1.2", "unsent");
    await store.enter(null);
    expect(textsOf(store)).toEqual([]);
    await store.enter(bert.id);
    await synchronise(store, site(), tokenOf(bert.client));
    expect(textsOf(store)).toEqual([]);
    await store.enter(null);
    await store.enter(anna.id);
    expect(textsOf(store)).toEqual(["unsent"]);
    await synchronise(store, site(), tokenOf(anna.client));
    expect(textsOf(store)).toEqual(["Anna's", "before signing in", "mark", "unsent"]);
  });
});
