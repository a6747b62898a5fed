import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionSql } from "postgres";
import type { Caller } from "@reign-tv/backend";
import { createTestDatabase } from "#tests/support/test-database.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";

const anna = "aaaaaaaa-0000-4000-8000-000000000001";
const bert = "bbbbbbbb-0000-4000-8000-000000000002";
const visitor: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };

function member(userId: string): Caller {
  const claims = { role: "authenticated", sub: userId } as const;
  return { role: "authenticated", claims, userId, sessionId: null };
}

/** supabase/migrations: the rules of profiles and avatars, tested as the API's roles. */
describe("profiles", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.database.auth`delete from auth.users where email like '%@example.test'`;
    await signUp(anna, { full_name: "Anna Moyo" });
    await signUp(bert, { full_name: "Bert Dube" });
  });

  const as = <T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>) =>
    test.database.asCaller(
      { caller, method: "POST", path: "/profiles", headers: {}, isReadOnly: false },
      work,
    );
  const signUp = (id: string, metadata: object) =>
    test.database.auth`
      insert into auth.users (id, aud, role, email, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', ${`${id}@example.test`},
              ${test.database.auth.json({ ...metadata })})`;
  const profileOf = async (id: string) => {
    const rows = await test.admin`select * from public.profiles where id = ${id}`;
    return rows[0];
  };
  const edit = (change: Record<string, string | null>) =>
    as(member(anna), (sql) => sql`update profiles set ${sql(change)} where id = ${anna}`);

  describe("at sign-up", () => {
    const carol = "cccccccc-0000-4000-8000-000000000003";

    it.each<[string, object, string | null]>([
      ["takes the given name", { full_name: "Carol Ncube" }, "Carol Ncube"],
      ["trims the name", { full_name: "  Carol  " }, "Carol"],
      ["cuts a name of 5,000 characters", { full_name: "x".repeat(5_000) }, "x".repeat(100)],
      ["leaves out a name of one letter", { full_name: "C" }, null],
      ["leaves out an empty name", { full_name: "" }, null],
      ["writes out a name that is no text", { full_name: { a: 1 } }, '{"a": 1}'],
      ["leaves out a missing name", {}, null],
      [
        "drops characters that turn the writing direction",
        { full_name: "Carol\u202Eevil" },
        "Carol evil",
      ],
      ["drops control characters", { full_name: "Carol\r\nBcc: x" }, "Carol Bcc: x"],
      ["leaves out towers of combining marks", { full_name: `Z${"\u0301".repeat(40)}algo` }, null],
      ["composes characters", { full_name: "Zoe\u0308 M" }, "Zo\u00EB M"],
    ])("%s", async (_, metadata, fullName) => {
      await signUp(carol, metadata);
      expect(await profileOf(carol)).toMatchObject({ id: carol, full_name: fullName });
    });

    it("deletes the profile with the account", async () => {
      await test.database.auth`delete from auth.users where id = ${anna}`;
      expect(await profileOf(anna)).toBeUndefined();
    });
  });

  describe("follow the rules of the form", () => {
    const avatar = (id: string, file: string) =>
      `https://tv.example/storage/v1/object/public/avatars/${id}${file}`;

    it.each<[string, Record<string, string | null>]>([
      ["a name of two letters", { full_name: "Al" }],
      ["a name of 100", { full_name: "x".repeat(100) }],
      ["a user name", { username: "anna_m.1" }],
      ["a biography of 160 with lines", { bio: `${"x".repeat(158)}\ny` }],
      ["any phone number", { phone: "+263 (0) 77 123-4567" }],
      ["a picture of one's own", { avatar_url: avatar(anna, "-1700000000000.png") }],
      ["nothing at all", { username: null, bio: null, phone: null, avatar_url: null }],
    ])("%s is stored", async (_, change) => {
      await edit(change);
      expect(await profileOf(anna)).toMatchObject(change);
    });

    it.each<[string, Record<string, string>, string]>([
      ["a name of one letter", { full_name: "A" }, "profiles_full_name_length"],
      ["an empty name", { full_name: "  " }, "profiles_full_name_length"],
      ["a name of 101", { full_name: "x".repeat(101) }, "profiles_full_name_length"],
      ["a name with a direction mark", { full_name: "An\u202Ena" }, "profiles_full_name_plain"],
      ["a name in three lines", { full_name: "An\nna" }, "profiles_full_name_plain"],
      ["a user name of two", { username: "ab" }, "profiles_username_format"],
      ["a user name of 31", { username: "a".repeat(31) }, "profiles_username_format"],
      ["a user name with a blank", { username: "an na" }, "profiles_username_format"],
      ["a user name in look-alikes", { username: "\u0430nna" }, "profiles_username_format"],
      ["a reserved user name", { username: "Admin" }, "profiles_username_reserved"],
      ["a biography of 161", { bio: "x".repeat(161) }, "profiles_bio_length"],
      ["a phone number of 33", { phone: "1".repeat(33) }, "profiles_phone_length"],
      [
        "a foreign picture",
        { avatar_url: "https://evil.example/x.png" },
        "profiles_avatar_url_own",
      ],
      ["a script", { avatar_url: "javascript:alert(1)" }, "profiles_avatar_url_own"],
      [
        "a drawing that runs",
        { avatar_url: avatar(anna, "-1700000000000.svg") },
        "profiles_avatar_url_own",
      ],
      [
        "somebody else's picture",
        { avatar_url: avatar(bert, "-1700000000000.png") },
        "profiles_avatar_url_own",
      ],
    ])("%s gets 23514", async (_, change, constraint) => {
      await expect(edit(change)).rejects.toMatchObject({
        code: "23514",
        constraint_name: constraint,
      });
    });

    it("store a user name once and in lower case, in any case", async () => {
      await edit({ username: " Anna_M " });
      expect(await profileOf(anna)).toMatchObject({ username: "anna_m" });
      const taken = as(
        member(bert),
        (sql) => sql`update profiles set username = 'ANNA_M' where id = ${bert}`,
      );
      await expect(taken).rejects.toMatchObject({ code: "23505" });
    });

    it("clear empty optional fields, and take the time of a change from the server", async () => {
      await edit({ username: "", bio: " ", phone: "", updated_at: "1999-01-01T00:00:00Z" });
      const profile = await profileOf(anna);
      expect(profile).toMatchObject({ username: null, bio: null, phone: null });
      expect(profile?.["updated_at"].getUTCFullYear()).toBeGreaterThan(2_000);
    });
  });

  describe("belong to their owner", () => {
    it("who alone sees the row (S3.4)", async () => {
      const rows = await as(member(anna), (sql) => sql`select id from profiles`);
      expect([...rows]).toEqual([{ id: anna }]);
    });

    it("so that a visitor gets 42501, whatever they try (S6.1)", async () => {
      const attempts = [
        "select * from profiles",
        `update profiles set bio = 'x'`,
        `insert into profiles (id) values (gen_random_uuid())`,
        "delete from profiles",
        "truncate profiles",
      ];
      for (const statement of attempts) {
        const attempt = as(visitor, (sql) => sql.unsafe(statement));
        await expect(attempt).rejects.toMatchObject({ code: "42501" });
      }
    });

    it("so that no one changes, deletes or gives away another's row", async () => {
      const changed = await as(
        member(anna),
        (sql) => sql`
        update profiles set bio = 'hacked' where id = ${bert} returning id`,
      );
      expect(changed).toHaveLength(0);
      for (const statement of [
        `update profiles set id = '${bert}' where id = '${anna}'`,
        `insert into profiles (id) values (gen_random_uuid())`,
        `delete from profiles where id = '${bert}'`,
        `delete from profiles where id = '${anna}'`,
        "truncate profiles",
        "alter table profiles disable row level security",
      ]) {
        const attempt = as(member(anna), (sql) => sql.unsafe(statement));
        await expect(attempt).rejects.toMatchObject({ code: "42501" });
      }
      expect(await profileOf(bert)).toMatchObject({ bio: null });
    });

    it("and the client's upsert after sign-up changes only the name (S7.7)", async () => {
      await as(
        member(anna),
        (sql) => sql`
        insert into profiles (id, full_name) values (${anna}, 'Anna M')
        on conflict (id) do update set id = excluded.id, full_name = excluded.full_name`,
      );
      expect(await profileOf(anna)).toMatchObject({ id: anna, full_name: "Anna M" });
    });
  });

  describe("avatars", () => {
    const add = (caller: Caller, name: string, bucket = "avatars") =>
      as(
        caller,
        (sql) => sql`
        insert into storage.objects (bucket_id, name) values (${bucket}, ${name}) returning name`,
      );

    it("go into a public bucket for four types and 5,242,880 bytes, which users can see (S7.11)", async () => {
      const rows = await as(
        member(anna),
        (sql) => sql`
        select id, public, file_size_limit, allowed_mime_types from storage.buckets`,
      );
      expect([...rows]).toEqual([
        {
          id: "avatars",
          public: true,
          file_size_limit: "5242880",
          allowed_mime_types: ["image/png", "image/jpeg", "image/gif", "image/webp"],
        },
      ]);
    });

    it.each(["png", "jpg", "jpeg", "gif", "webp"])("of one's own are added as .%s", async (ext) => {
      expect(await add(member(anna), `${anna}-1700000000000.${ext}`)).toHaveLength(1);
    });

    it.each([
      ["under another's id", `${bert}-1700000000000.png`],
      ["with another type", `${anna}-1700000000000.svg`],
      ["with two types", `${anna}-1700000000000.png.html`],
      ["in a folder", `${anna}/1700000000000.png`],
      ["with a path", `../${anna}-1700000000000.png`],
      ["without a time", `${anna}.png`],
      ["with text after the name", `${anna}-1700000000000.png\nx`],
    ])("%s get 42501", async (_, name) => {
      await expect(add(member(anna), name)).rejects.toMatchObject({ code: "42501" });
    });

    it("are forbidden to visitors and in other buckets", async () => {
      const name = `${anna}-1700000000000.png`;
      await expect(add(visitor, name)).rejects.toMatchObject({ code: "42501" });
      await expect(add(member(anna), name, "other")).rejects.toMatchObject({ code: "42501" });
    });

    it("are listed by their owner only, and no user creates buckets", async () => {
      const name = `${bert}-1700000000001.png`;
      await test.admin`insert into storage.objects (bucket_id, name) values ('avatars', ${name})`;
      const list = (caller: Caller) =>
        as(caller, (sql) => sql`select name from storage.objects where name = ${name}`);
      expect(await list(member(bert))).toHaveLength(1);
      expect(await list(member(anna))).toHaveLength(0);
      expect(await list(visitor)).toHaveLength(0);
      const bucket = as(
        member(anna),
        (sql) => sql`insert into storage.buckets (id, name) values ('mine', 'mine')`,
      );
      await expect(bucket).rejects.toMatchObject({ code: "42501" });
    });
  });
});
