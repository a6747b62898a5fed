import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { createTestDatabase } from "#tests/support/test-database.ts";
import type { Caller } from "@reign-tv/backend";
import type { TestDatabase } from "@reign-tv/backend/testing";
import type { JsonValue } from "@reign-tv/kit/json-object.ts";

const visitor: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const NAMES = ["editor", "media"] as const;
const idOf = (name: (typeof NAMES)[number]) =>
  `aaaaaaaa-0000-4000-8000-00000000000${NAMES.indexOf(name) + 1}`;

function session(name: (typeof NAMES)[number]): Caller {
  const claims = { role: "authenticated", sub: idOf(name), aal: "aal1", app_metadata: {} } as const;
  return { role: "authenticated", claims, userId: idOf(name), sessionId: null };
}
const editor = session("editor");
const media = session("media");

const ID = "2026-06-14.fr";
const BODY = { title: "La paix", verse: "Jean 14:27", content: "Un.\n\nDeux." };
const answerSchema = v.looseObject({
  outcome: v.string(),
  revision: v.optional(v.number()),
  batch: v.optional(v.string()),
});

/** supabase/migrations: a devotional's row and its document agree, whichever is written. */
describe("devotionals and their documents", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
    for (const name of NAMES) {
      await test.database.auth`
        insert into auth.users (id, aud, role, email)
        values (${idOf(name)}, 'authenticated', 'authenticated', ${`${name}@example.test`})`;
    }
    await test.admin`
      insert into public.staff (user_id, permissions)
      values (${idOf("editor")}, ${["devotionals"]}), (${idOf("media")}, ${["channels"]})`;
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.admin`delete from public.devotionals`;
    await test.admin`delete from public.studio_documents`;
    await test.admin`delete from public.studio_revisions`;
  });

  const as = <T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>) =>
    test.database.asCaller(
      { caller, method: "POST", path: "/studio", headers: {}, isReadOnly: false },
      work,
    );
  const publish = async (changes: JsonValue, base = 0, id = ID, caller = editor) => {
    const [row] = await as(
      caller,
      (sql) => sql`
        select studio_publish('devotional', ${id}, ${sql.json(changes)}, ${base}, 'x') as answer`,
    );
    return v.parse(answerSchema, row?.["answer"]);
  };
  const rows = () =>
    test.admin`
      select date::text, language, title, verse, content, reflection, status, publish_at
      from public.devotionals order by date, language`;
  const documents = () =>
    test.admin`select id, body, version from public.studio_documents order by id`;
  const readTitles = async (caller: Caller) =>
    (await as(caller, (sql) => sql`select title from devotionals order by date`)).map(
      (row) => row["title"],
    );

  it("write the row that clients read on publishing; undo reverts it", async () => {
    const { outcome, revision } = await publish(BODY);
    expect(outcome).toBe("published");
    expect(await rows()).toEqual([
      {
        ...BODY,
        date: "2026-06-14",
        language: "fr",
        reflection: null,
        status: "published",
        publish_at: new Date("2026-06-13T10:00:00Z"),
      },
    ]);
    const changed = await publish(
      { title: "Plus", reflection: "Où ?", publishAt: "2026-06-14T05:00:00+02:00" },
      1,
    );
    expect(await rows()).toMatchObject([
      { title: "Plus", reflection: "Où ?", publish_at: new Date("2026-06-14T03:00:00Z") },
    ]);
    await as(editor, (sql) => sql`select studio_undo(${changed.revision ?? 0})`);
    expect(await rows()).toMatchObject([
      { title: "La paix", reflection: null, publish_at: new Date("2026-06-13T10:00:00Z") },
    ]);
    expect((await publish({ title: "Late" }, 1)).outcome).toBe("conflict");
    await as(editor, (sql) => sql`select studio_remove('devotional', ${ID}, 3, 'x')`);
    expect(await rows()).toEqual([]);
    expect(revision).toBeGreaterThan(0);
  });

  it("import as one action, and undo as one", async () => {
    await publish(BODY);
    const changes = [
      { kind: "devotional", id: ID, changes: { ...BODY, title: "New" }, base_version: 1 },
      { kind: "devotional", id: "2026-06-15.fr", changes: BODY, base_version: 0 },
    ];
    const [row] = await as(
      editor,
      (sql) => sql`select studio_change_many(${sql.json(changes)}, 'x') as answer`,
    );
    const { batch = "" } = v.parse(answerSchema, row?.["answer"]);
    expect((await rows()).map((one) => one["title"])).toEqual(["New", "La paix"]);
    await as(editor, (sql) => sql`select studio_undo_batch(${batch})`);
    expect((await rows()).map((one) => one["title"])).toEqual(["La paix"]);
  });

  it("create the document of a row from another source, and delete it with the row", async () => {
    await test.admin`
      insert into public.devotionals (date, language, title, verse, content, status)
      values ('2026-06-14', 'fr', 'SQL', 'v', 'c', 'published'),
             ('2026-06-15', 'fr', 'Draft', 'v', 'c', 'draft')`;
    expect(await documents()).toEqual([
      { id: ID, body: { title: "SQL", verse: "v", content: "c" }, version: 1 },
    ]);
    await test.admin`update public.devotionals set updated_at = now()`;
    expect(await documents()).toMatchObject([{ version: 1 }]);
    await test.admin`
      update public.devotionals set title = 'Again', publish_at = '2026-06-14T03:00:00Z'
      where title = 'SQL'`;
    expect(await documents()).toMatchObject([
      { body: { title: "Again", publishAt: "2026-06-14T03:00:00Z" }, version: 2 },
    ]);
    expect((await publish({ title: "Studio" }, 2)).outcome).toBe("published");
    await test.admin`delete from public.devotionals where date = '2026-06-14'`;
    expect(await documents()).toEqual([{ id: ID, body: null, version: 4 }]);
  });

  it("hide a document before its day from all without the permission", async () => {
    await publish({ ...BODY, publishAt: "2999-01-01T00:00:00Z" });
    const seen = (caller: Caller) => as(caller, (sql) => sql`select id from studio_documents`);
    await expect(seen(visitor)).rejects.toMatchObject({ code: "42501" });
    const told = await as(visitor, (sql) => sql`select studio_published() as found`);
    expect(told).toEqual([{ found: [] }]);
    expect(await seen(media)).toEqual([]);
    expect(await seen(editor)).toHaveLength(1);
    expect(await readTitles(visitor)).toEqual([]);
    expect(await readTitles(editor)).toEqual(["La paix"]);
  });

  it("reject both writes of a staff member without the permission", async () => {
    await expect(publish(BODY, 0, ID, media)).rejects.toMatchObject({ code: "42501" });
    await expect(
      as(
        media,
        (sql) => sql`
          insert into devotionals (date, language, title, verse, content, status)
          values ('2026-06-14', 'fr', 't', 'v', 'c', 'published')`,
      ),
    ).rejects.toMatchObject({ code: "42501" });
  });

  it.each<[string, string, JsonValue, string]>([
    ["a day that there is not", "2026-02-30.fr", BODY, "22008"],
    ["a language that we do not have", "2026-06-14.de", BODY, "23503"],
    ["no day", "today", BODY, "22023"],
    ["a title that is an object", ID, { ...BODY, title: { a: 1 } }, "22023"],
    ["a field of its own", ID, { ...BODY, html: "<b>" }, "22023"],
    ["a time without a zone", ID, { ...BODY, publishAt: "2026-06-14T05:00" }, "22007"],
    ["a time in words", ID, { ...BODY, publishAt: "tomorrow" }, "22007"],
    ["no text", ID, { title: "T" }, "23502"],
    ["an empty title", ID, { ...BODY, title: "" }, "23514"],
    ["a long text", ID, { ...BODY, content: "x".repeat(20_001) }, "23514"],
    ["a mark that turns the writing direction", ID, { ...BODY, title: "a\u202Eb" }, "23514"],
  ])("reject %s, and write nothing", async (_what, id, body, code) => {
    await expect(publish(body, 0, id)).rejects.toMatchObject({ code });
    expect(await documents()).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});
