import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "@reign-tv/backend";
import { createTestDatabase } from "#tests/support/test-database.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";

const visitor: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const memberId = "aaaaaaaa-0000-4000-8000-000000000001";

function account(metadata: object): Caller {
  const claims = { role: "authenticated", sub: memberId, ...metadata } as const;
  return { role: "authenticated", claims, userId: memberId, sessionId: null };
}
const member = account({ app_metadata: {}, user_metadata: { role: "admin" } });
const admin = account({ app_metadata: { role: "admin" }, aal: "aal2" });
const adminByPassword = account({ app_metadata: { role: "admin" }, aal: "aal1" });

/** supabase/migrations: rights on devotionals, tested as the API's roles. */
describe("devotionals", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
    await test.database.auth`
      insert into auth.users (id, aud, role, email)
      values (${memberId}, 'authenticated', 'authenticated', 'anna@example.test')`;
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.admin`delete from public.devotionals`;
    await test.admin`
      insert into public.devotionals (date, language, title, verse, content, status, publish_at)
      values ('2026-01-01', 'en', 'Due', 'v', 'c', 'published', now() - interval '1 hour'),
             ('2026-01-02', 'en', 'Tomorrow', 'v', 'c', 'published', now() + interval '1 hour'),
             ('2026-01-03', 'en', 'Draft', 'v', 'c', 'draft', now() - interval '1 hour')`;
  });

  const as = <T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>) =>
    test.database.asCaller(
      { caller, method: "POST", path: "/devotionals", headers: {}, isReadOnly: false },
      work,
    );
  const titles = async (caller: Caller) => {
    const rows = await as(caller, (sql) => sql`select title from devotionals order by date`);
    return rows.map((row) => row["title"]);
  };
  const add = (caller: Caller, row: Record<string, string | null> = {}) =>
    as(
      caller,
      (sql) => sql`
        insert into devotionals ${sql({
          date: "2026-06-14",
          language: "en",
          title: "t",
          verse: "v",
          content: "c",
          status: "published",
          ...row,
        })} returning publish_at`,
    );

  it("are read by all when they are published and due, by administrators always", async () => {
    expect(await titles(visitor)).toEqual(["Due"]);
    expect(await titles(member)).toEqual(["Due"]);
    expect(await titles(admin)).toEqual(["Due", "Tomorrow", "Draft"]);
  });

  it("are due when their date begins anywhere, unless a time is given", async () => {
    const [row] = await add(admin);
    expect(row?.["publish_at"]).toEqual(new Date("2026-06-13T10:00:00Z"));
    const [timed] = await add(admin, { date: "2026-06-15", publish_at: "2026-06-15T05:00:00Z" });
    expect(timed?.["publish_at"]).toEqual(new Date("2026-06-15T05:00:00Z"));
  });

  it("are written by administrators with a second factor; a role in a user's own metadata does not count", async () => {
    for (const caller of [visitor, member, adminByPassword]) {
      await expect(add(caller)).rejects.toMatchObject({ code: "42501" });
    }
    const changed = await as(
      member,
      (sql) => sql`update devotionals set title = 'hacked' returning id`,
    );
    expect(changed).toHaveLength(0);
    const removed = await as(member, (sql) => sql`delete from devotionals returning id`);
    expect(removed).toHaveLength(0);
    await expect(
      as(visitor, (sql) => sql`delete from devotionals returning id`),
    ).rejects.toMatchObject({ code: "42501" });
    await as(admin, (sql) => sql`update devotionals set title = 'New' where title = 'Due'`);
    expect(await titles(visitor)).toEqual(["New"]);
    const [row] = await test.admin`select updated_by from devotionals where title = 'New'`;
    expect(row?.["updated_by"]).toBe(memberId);
  });

  it("are unique for each date and language; publishing again replaces", async () => {
    await add(admin);
    await expect(add(admin)).rejects.toMatchObject({ code: "23505" });
    await add(admin, { language: "fr" });
    await as(
      admin,
      (sql) => sql`
        insert into devotionals (date, language, title, verse, content, status)
        values ('2026-06-14', 'en', 'Second', 'v', 'c', 'published')
        on conflict (date, language) do update
        set date = excluded.date, language = excluded.language, title = excluded.title`,
    );
    const rows = await test.admin`
      select title from devotionals where date = '2026-06-14' and language = 'en'`;
    expect([...rows]).toEqual([{ title: "Second" }]);
  });

  it.each<[string, Record<string, string>, string]>([
    ["an empty title", { title: "" }, "devotionals_title_length"],
    ["a title of 201", { title: "x".repeat(201) }, "devotionals_title_length"],
    ["a verse of 501", { verse: "x".repeat(501) }, "devotionals_verse_length"],
    ["a text of 20,001", { content: "x".repeat(20_001) }, "devotionals_content_length"],
    ["a state that there is not", { status: "secret" }, "devotionals_status_known"],
    ["a mark that turns the writing direction", { title: "a\u202Eb" }, "devotionals_plain"],
  ])("%s gets 23514", async (_, row, constraint) => {
    await expect(add(admin, row)).rejects.toMatchObject({
      code: "23514",
      constraint_name: constraint,
    });
  });

  it("an unknown language gets 23503", async () => {
    await expect(add(admin, { language: "de" })).rejects.toMatchObject({
      code: "23503",
      constraint_name: "devotionals_language_fkey",
    });
  });
});
