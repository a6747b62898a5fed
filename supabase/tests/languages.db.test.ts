import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";
import { createTestDatabase } from "#tests/support/test-database.ts";

/** supabase/migrations: the languages of rows. */
describe("languages of the database", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it("are those of the product", async () => {
    const rows = await test.admin`select id from public.languages`;
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(LANGUAGES));
  });

  it("are referenced by every column of public that names one", async () => {
    const columns = await test.admin`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'language' order by 1`;
    const referring = await test.admin`
      select conrelid::regclass::text as name from pg_constraint
      where confrelid = 'public.languages'::regclass order by 1`;
    expect(columns.map(({ name }) => name)).toEqual([
      "devotionals",
      "own_videos",
      "podcast_feeds",
      "push_subscriptions",
      "studio_alerts",
    ]);
    expect(referring.map(({ name }) => name)).toEqual(columns.map(({ name }) => name));
  });

  it("accept a new one by one row, and reject a device of an unknown one", async () => {
    const subscribe = (language: string) => test.admin`
      insert into public.push_subscriptions (endpoint, topic, p256dh, auth, language)
      values ('https://push.example/1', 'services', ${"p".repeat(87)}, ${"a".repeat(22)}, ${language})`;
    await expect(subscribe("pt")).rejects.toMatchObject({ code: "23503" });
    await test.admin`insert into public.languages (id) values ('pt')`;
    await expect(subscribe("pt")).resolves.toMatchObject({ count: 1 });
    await expect(test.admin`delete from public.languages where id = 'pt'`).rejects.toMatchObject({
      code: "23503",
    });
    await test.admin`delete from public.push_subscriptions`;
    await test.admin`delete from public.languages where id = 'pt'`;
  });

  it("have plain tags", async () => {
    for (const id of ["", "FR", "fr-CA", "français"]) {
      await expect(
        test.admin`insert into public.languages (id) values (${id})`,
      ).rejects.toMatchObject({ code: "23514", constraint_name: "languages_id_form" });
    }
  });
});
