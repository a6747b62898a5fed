import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { createTestDatabase } from "#tests/support/test-database.ts";
import type { Caller } from "@reign-tv/backend";
import type { TestDatabase } from "@reign-tv/backend/testing";
import type { JsonValue } from "@reign-tv/kit/json-object.ts";

const anna = "aaaaaaaa-0000-4000-8000-000000000001";
const bert = "bbbbbbbb-0000-4000-8000-000000000002";
const DAY_MS = 86_400_000;
/** A day on which all devices have changed something, long before today. */
const MONDAY = Date.now() - 7 * DAY_MS;

const itemSchema = v.strictObject({
  topic: v.string(),
  id: v.string(),
  data: v.nullable(v.record(v.string(), v.unknown())),
  deleted: v.boolean(),
  revision: v.number(),
  changedAt: v.number(),
  sessionAt: v.nullable(v.number()),
});
const answerSchema = v.strictObject({
  items: v.array(itemSchema),
  cursor: v.number(),
  more: v.boolean(),
  conflicts: v.array(v.strictObject({ topic: v.string(), id: v.string() })),
  refused: v.array(
    v.strictObject({
      topic: v.nullable(v.string()),
      id: v.nullable(v.string()),
      reason: v.string(),
    }),
  ),
  reset: v.nullable(v.string()),
  now: v.number(),
});

function session(userId: string): Caller {
  const claims = { role: "authenticated", sub: userId, aal: "aal1" } as const;
  return { role: "authenticated", claims, userId, sessionId: null };
}
const visitor: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const service: Caller = {
  role: "service_role",
  claims: { role: "service_role" },
  userId: null,
  sessionId: null,
};

const mark = (text: string, changedAt = MONDAY, id = "note:PSA.51.1") => ({
  topic: "bible-mark",
  id,
  data: { kind: "note", note: text },
  changedAt,
});
const deletion = (changedAt: number, id = "note:PSA.51.1") => ({
  topic: "bible-mark",
  id,
  deleted: true,
  changedAt,
});
const place = (position: number, changedAt: number, sessionAt: number, state = "watching") => ({
  topic: "watch-mark",
  id: "sermon-1",
  data: { position, duration: 3_000, state },
  changedAt,
  sessionAt,
});

/** supabase/migrations: items that are synced with the account, as its devices send and read them. */
describe("synced items", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.database.auth`delete from auth.users where email like '%@example.test'`;
    for (const id of [anna, bert]) {
      await test.database.auth`
        insert into auth.users (id, aud, role, email)
        values (${id}, 'authenticated', 'authenticated', ${`${id}@example.test`})`;
    }
  });

  const as = <T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>) =>
    test.database.asCaller(
      { caller, method: "POST", path: "/rpc/sync_items", headers: {}, isReadOnly: false },
      work,
    );
  const sync = async (changes: JsonValue, since = 0, caller = session(anna)) => {
    const [row] = await as(
      caller,
      (sql) => sql`select sync_items(${sql.json(changes)}, ${since}) as answer`,
    );
    return v.parse(answerSchema, row?.["answer"]);
  };
  const notes = async () =>
    (await sync([])).items.map(({ id, data, deleted }) => (deleted ? id : data?.["note"]));

  describe("two devices", () => {
    it("a day apart keep the newer change of each item, in any order of sending", async () => {
      await sync([mark("Tuesday", MONDAY + DAY_MS), mark("a", MONDAY, "note:JHN.3.16")]);
      const late = await sync([mark("Monday"), mark("b", MONDAY + 1, "note:JHN.3.16")]);
      expect(late).toMatchObject({ refused: [], conflicts: [], reset: null, more: false });
      expect(new Set(await notes())).toEqual(new Set(["Tuesday", "b"]));
      expect(late.items).toContainEqual(
        expect.objectContaining({ id: "note:PSA.51.1", data: { kind: "note", note: "Tuesday" } }),
      );
    });

    it("keep a deletion over an older edit, and a newer edit over it", async () => {
      await sync([mark("a")]);
      await sync([deletion(MONDAY + 2)]);
      await sync([mark("older", MONDAY + 1)]);
      expect((await sync([], 1)).items).toMatchObject([{ deleted: true, data: null, revision: 2 }]);
      await sync([mark("newer", MONDAY + 3)]);
      await sync([deletion(MONDAY + 2)]);
      expect(await notes()).toEqual(["newer"]);
    });

    it("count a change once when it is sent twice because its response was lost", async () => {
      const first = await sync([mark("a")]);
      const again = await sync([mark("a")]);
      expect(again).toEqual({ ...first, items: [...first.items], now: again.now });
      await sync([deletion(MONDAY + 1)]);
      expect((await sync([deletion(MONDAY + 1)])).cursor).toBe(2);
    });

    it("take a clock that is ahead as now, and one that is behind as it is", async () => {
      const year = 365 * DAY_MS;
      const { items, now } = await sync([mark("from 2036", Date.now() + 10 * year)]);
      expect(items[0]?.changedAt).toBeLessThanOrEqual(now);
      await sync([mark("from 1971", year)]);
      expect(await notes()).toEqual(["from 2036"]);
      await sync([mark("now", now + 60_000)]);
      expect(await notes()).toEqual(["now"]);
    });

    it("keep a note that both have changed, and make the second send both", async () => {
      const { items } = await sync([mark("Monday")]);
      const base = items[0]?.revision ?? 0;
      await sync([{ ...mark("phone", MONDAY + 1), base, keepBoth: true }]);
      const second = await sync([{ ...mark("tablet", MONDAY + 2), base, keepBoth: true }]);
      expect(second.conflicts).toEqual([{ topic: "bible-mark", id: "note:PSA.51.1" }]);
      expect(second.items[0]?.data).toEqual({ kind: "note", note: "phone" });
      const same = await sync([{ ...mark("phone", MONDAY + 1), base, keepBoth: true }]);
      expect(same.conflicts).toEqual([]);
      const seen = await sync([{ ...mark("tablet", MONDAY + 3), base: 2, keepBoth: true }]);
      expect(seen.conflicts).toEqual([]);
      expect(await notes()).toEqual(["tablet"]);
    });

    it("that send at the same time skip no revision, and miss nothing", async () => {
      const tell = (device: number) =>
        sync(Array.from({ length: 30 }, (_, n) => mark("x", MONDAY, `note:${device}.${n}`)));
      const answers = await Promise.all(Array.from({ length: 6 }, (_, device) => tell(device)));
      expect(answers.map(({ cursor }) => cursor).toSorted((a, b) => a - b)).toEqual([
        30, 60, 90, 120, 150, 180,
      ]);
      const rows = await test.admin`
        select revision from public.synced_items where user_id = ${anna} order by revision`;
      expect(rows.map((row) => Number(row["revision"]))).toEqual(
        Array.from({ length: 180 }, (_, n) => n + 1),
      );
    });
  });

  describe("positions in videos", () => {
    it("keep the play that began later, however late the older one stops", async () => {
      await sync([place(1_200, MONDAY + 2_000, MONDAY + 1_000)]);
      await sync([place(60, MONDAY + 9_000, MONDAY)]);
      await sync([place(1_100, MONDAY + 1_500, MONDAY + 1_000)]);
      expect((await sync([])).items[0]?.data).toMatchObject({ position: 1_200 });
      await sync([place(900, MONDAY + 3_000, MONDAY + 1_000)]);
      expect((await sync([])).items[0]?.data).toMatchObject({ position: 900 });
    });

    it.each([
      { position: 0, duration: 3_000, state: "watching" },
      { position: 10, duration: 0, state: "watching" },
      { position: 10, state: "watching" },
      { position: "10", duration: 3_000, state: "watching" },
      { position: -1, duration: 3_000, state: "done" },
    ])("never replace a usable one by %j", async (data) => {
      await sync([place(1_200, MONDAY, MONDAY)]);
      const { refused, items } = await sync([
        { ...place(0, MONDAY + 5, MONDAY + 5), data },
        mark("goes on"),
      ]);
      expect(refused).toEqual([{ topic: "watch-mark", id: "sermon-1", reason: "unusable" }]);
      expect(items.map(({ data: kept }) => kept)).toContainEqual({
        position: 1_200,
        duration: 3_000,
        state: "watching",
      });
      expect(items).toContainEqual(expect.objectContaining({ id: "note:PSA.51.1" }));
    });

    it("include done, and start again after a deletion", async () => {
      await sync([place(0, MONDAY, MONDAY, "done")]);
      expect((await sync([])).items[0]?.data).toMatchObject({ state: "done" });
      await sync([{ topic: "watch-mark", id: "sermon-1", deleted: true, changedAt: MONDAY + 1 }]);
      expect((await sync([])).items[0]?.deleted).toBe(true);
    });
  });

  describe("invalid items", () => {
    it.each<[string, JsonValue, string]>([
      ["no object", 5, "malformed"],
      ["null", null, "malformed"],
      ["a list", [[]], "malformed"],
      ["another topic", { ...mark("a"), topic: "passwords" }, "topic"],
      ["no id", { ...mark("a"), id: 7 }, "id"],
      ["an id with a blank", { ...mark("a"), id: "a b" }, "id"],
      ["an id with a quote", { ...mark("a"), id: "a'; drop table x" }, "id"],
      ["an id of 101", { ...mark("a"), id: "a".repeat(101) }, "id"],
      ["no time", { ...mark("a"), changedAt: null }, "malformed"],
      ["a time in words", { ...mark("a"), changedAt: "now()" }, "malformed"],
      ["a time before time", { ...mark("a"), changedAt: -1 }, "malformed"],
      ["a time after time", { ...mark("a"), changedAt: 1e300 }, "malformed"],
      ["a session in words", { ...mark("a"), sessionAt: "x" }, "malformed"],
      ["a revision in words", { ...mark("a"), base: "x" }, "malformed"],
      ["a deletion in words", { ...mark("a"), deleted: "yes" }, "malformed"],
      ["no data", { ...mark("a"), data: null }, "malformed"],
      ["a list of data", { ...mark("a"), data: [1] }, "malformed"],
      ["17 kB", mark("x".repeat(17_000)), "too-large"],
    ])("reject %s alone", async (_, change, reason) => {
      const { refused, cursor } = await sync([change, mark("the next", MONDAY, "note:GEN.1.1")]);
      expect(refused).toMatchObject([{ reason }]);
      expect(cursor).toBe(1);
      expect(await notes()).toEqual(["the next"]);
    });

    it.each<[string, JsonValue, number]>([
      ["no list", { a: 1 }, 0],
      ["501 changes", Array.from({ length: 501 }, () => mark("a")), 0],
      ["a revision below 0", [], -1],
    ])("reject the request for %s", async (_, changes, since) => {
      await expect(sync(changes, since)).rejects.toMatchObject({ code: "22023" });
    });

    it("limit an account to 50,000", async () => {
      await test.admin`
        insert into public.synced_items (user_id, topic, id, data, changed_at, deleted, revision)
        select ${anna}, 'bible-mark', 'm' || n, '{}', now(), false, n from generate_series(1, 50000) n`;
      await test.admin`insert into public.synced_accounts (user_id, revision) values (${anna}, 50000)`;
      const { refused } = await sync(
        [mark("one more"), mark("a change", Date.now(), "m7")],
        49_999,
      );
      expect(refused).toMatchObject([{ id: "note:PSA.51.1", reason: "full" }]);
    });
  });

  describe("bytes of an account", () => {
    const body = "x".repeat(16_000);
    const many = (count: number, from = 0, text = body) =>
      Array.from({ length: count }, (_, n) => mark(text, MONDAY, `m${from + n}`));
    const stored = async () => {
      const [row] = await test.admin`
        select sum(octet_length(data::text))::integer as bytes from public.synced_items
        where user_id = ${anna}`;
      return Number(row?.["bytes"]);
    };
    const fill = async () => {
      await makeAnonymous(true);
      await sync([mark("x", MONDAY, "short"), ...many(70)]);
      return sync(many(30, 100, "x".repeat(1_000)), 62);
    };
    const makeAnonymous = (isAnonymous: boolean) =>
      test.database.auth`update auth.users set is_anonymous = ${isAnonymous} where id = ${anna}`;

    it("are 1 MB while it is anonymous, and 20 MB for a member", async () => {
      await makeAnonymous(true);
      const first = await sync(many(70));
      expect(first.refused.length).toBeGreaterThan(5);
      expect(new Set(first.refused.map(({ reason }) => reason))).toEqual(new Set(["full"]));
      expect(await stored()).toBeLessThanOrEqual(1_000_000);
      expect(await stored()).toBeGreaterThan(950_000);
      await makeAnonymous(false);
      // Rows from before counters existed.
      await test.admin`update public.synced_accounts set item_count = null, item_bytes = null`;
      await test.admin`
        insert into public.synced_items (user_id, topic, id, data, changed_at, deleted, revision)
        select ${anna}, 'bible-mark', 'o' || n, jsonb_build_object('note', repeat('x', 16000)), now(), false, 1000 + n
        from generate_series(1, 1170) n`;
      expect((await sync(many(40, 100))).refused.length).toBeGreaterThan(20);
      expect(await stored()).toBeLessThanOrEqual(20_000_000);
      expect(await stored()).toBeGreaterThan(19_800_000);
    });

    it("accept deletions and shorter texts when full, and then others again", async () => {
      await fill();
      const answer = await sync([
        deletion(MONDAY + 1, "m0"),
        deletion(MONDAY + 1, "m2"),
        mark("now short", MONDAY + 2, "m1"),
        mark(body, MONDAY, "n1"),
        mark(body, MONDAY, "n2"),
        mark(body, MONDAY, "n3"),
      ]);
      expect(answer.refused).toMatchObject([{ id: "n3", reason: "full" }]);
      expect(await stored()).toBeLessThanOrEqual(1_000_000);
    });

    it("do not exceed the limit by many short changes, or by devices at the same time", async () => {
      await makeAnonymous(true);
      await sync(Array.from({ length: 500 }, (_, n) => mark("x", MONDAY, `m${n}`)));
      const tell = (device: number) =>
        sync(
          Array.from({ length: 60 }, (_, n) => mark(body, MONDAY + 1, `m${device * 60 + n}`)),
          500,
        );
      await Promise.all([0, 1, 2, 3].map(tell));
      expect(await stored()).toBeLessThanOrEqual(1_000_000);
    });

    it("are not counted twice for a repeated change, nor after deletions are purged", async () => {
      await makeAnonymous(true);
      for (let round = 0; round < 3; round += 1) await sync(many(50));
      await sync(Array.from({ length: 50 }, (_, n) => deletion(MONDAY + 1, `m${n}`)));
      await test.admin`update public.synced_items set stored_at = now() - interval '91 days'`;
      expect((await sync(many(60, 100))).refused).toEqual([]);
      const [counted] = await test.admin`
        select item_count from public.synced_accounts where user_id = ${anna}`;
      expect(counted?.["item_count"]).toBe(60);
    });

    it("leave the device its own text when an item is rejected", async () => {
      const { cursor } = await fill();
      const { items, refused } = await sync([mark(body, MONDAY + 1, "short")], cursor);
      expect(refused).toMatchObject([{ id: "short", reason: "full" }]);
      expect(items).toEqual([]);
    });
  });

  it("send 2,000 in pages, each once", async () => {
    for (let batch = 0; batch < 4; batch += 1) {
      await sync(Array.from({ length: 500 }, (_, n) => mark("x", MONDAY, `m${batch * 500 + n}`)));
    }
    const ids = new Set<string>();
    let answer = await sync([]);
    let pages = 1;
    for (; answer.more; pages += 1) {
      for (const { id } of answer.items) ids.add(id);
      answer = await sync([], answer.cursor);
    }
    for (const { id } of answer.items) ids.add(id);
    expect([ids.size, pages, answer.cursor]).toEqual([2_000, 10, 2_000]);
  });

  describe("a device that was away", () => {
    const longAgo = Date.now() - 100 * DAY_MS;
    beforeEach(async () => {
      await sync([mark("a", longAgo), mark("stays", longAgo, "note:GEN.1.1")]);
      await sync([deletion(longAgo + 1)]);
      await test.admin`
        update public.synced_items set stored_at = now() - interval '91 days' where deleted`;
    });

    it("starts again after deletions were purged, unless it has seen them", async () => {
      expect(await sync([], 2)).toMatchObject({ reset: "forgotten", items: [{ revision: 2 }] });
      expect(await sync([], 3)).toMatchObject({ reset: null, items: [] });
      expect(await sync([], 0)).toMatchObject({ reset: null, items: [{ revision: 2 }] });
    });

    it("restores nothing that was deleted, but loses no newer change and no text", async () => {
      const change = { ...mark("edit", longAgo), base: 1 };
      expect((await sync([change], 2)).refused).toMatchObject([{ reason: "gone" }]);
      expect((await sync([{ ...change, keepBoth: true }], 2)).conflicts).toHaveLength(1);
      expect((await sync([{ ...deletion(longAgo + 5), base: 1 }], 2)).items).toHaveLength(1);
      await sync([{ ...change, changedAt: MONDAY }], 2);
      expect(await notes()).toEqual(["stays", "edit"]);
    });
  });

  it("learns of a restored database by its higher revision", async () => {
    await sync([mark("a")]);
    expect(await sync([], 99)).toMatchObject({ reset: "restored", items: [{ id: mark("").id }] });
  });

  describe("belong to their account", () => {
    beforeEach(() => sync([mark("Anna's")]));

    it("which alone reads them", async () => {
      expect(await sync([], 0, session(bert))).toMatchObject({ items: [], cursor: 0 });
      const read = (caller: Caller) =>
        as(caller, async (sql) => {
          const rows = await sql`select id from synced_items where user_id in (${anna}, ${bert})`;
          return rows.length;
        });
      expect(await read(session(anna))).toBe(1);
      expect(await read(session(bert))).toBe(0);
      expect(await read(service)).toBe(1);
      await expect(read(visitor)).rejects.toMatchObject({ code: "42501" });
    });

    it("exclude visitors, and accounts that still owe a second factor", async () => {
      await expect(sync([], 0, visitor)).rejects.toMatchObject({ code: "42501" });
      await test.database.auth`
        insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), ${anna}, 'totp', 'verified', now(), now())`;
      await expect(sync([])).rejects.toMatchObject({ code: "42501" });
      const rows = await as(session(anna), (sql) => sql`select id from synced_items`);
      expect(rows).toHaveLength(0);
    });

    it.each<[string, (sql: TransactionSql) => Promise<unknown>]>([
      [
        "insert",
        (
          sql,
        ) => sql`insert into synced_items (user_id, topic, id, data, changed_at, deleted, revision)
        values (${anna}, 'bible-mark', 'x', '{}', now(), false, 9)`,
      ],
      ["update", (sql) => sql`update synced_items set data = '{}' where user_id = ${anna}`],
      ["delete", (sql) => sql`delete from synced_items`],
      ["truncate", (sql) => sql`truncate synced_items`],
      ["read of revisions", (sql) => sql`select * from synced_accounts`],
      ["change of revisions", (sql) => sql`update synced_accounts set revision = 0`],
      ["inner function", (sql) => sql`select take_synced_change(${bert}, '{}', 1, true)`],
    ])("reject a direct %s, from the owner too", async (_, statement) => {
      await expect(as(session(anna), statement)).rejects.toMatchObject({ code: "42501" });
    });

    it("and are deleted with it", async () => {
      await test.database.auth`delete from auth.users where id = ${anna}`;
      for (const table of ["synced_items", "synced_accounts"]) {
        expect(
          await test.admin`select from public.${test.admin(table)} where user_id = ${anna}`,
        ).toHaveLength(0);
      }
    });
  });
});
