import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, type Database, openDatabase, preparationSql } from "@reign-tv/backend";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import {
  type FakePostgres,
  freePort,
  listen,
  putEmptyCluster,
  startFakePostgres,
  visitorOf,
} from "@reign-tv/backend/testing";
import { PERMISSIONS } from "#shared/studio/permissions.ts";
import { IS_FULL } from "#tests/support/full-run.ts";
import {
  LIVED_IN_MEMBER,
  LIVED_IN_PASSWORD,
  LIVED_IN_SQL,
} from "#tests/support/lived-in-database.ts";
import { startTestBackend } from "#tests/support/test-backend.ts";
import { connector, inspectExternal, prepareEmbedded } from "@reign-tv/backend/operations";
import { MIGRATIONS_DIR } from "#server/settings/backend-settings.ts";

const USER_ID = "11111111-1111-4111-8111-111111111111";
const SESSION_ID = "22222222-2222-4222-8222-222222222222";
const log = createLogger("silent");

const anon: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const service: Caller = { ...anon, role: "service_role", claims: { role: "service_role" } };
const member: Caller = {
  role: "authenticated",
  claims: { role: "authenticated", sub: USER_ID, session_id: SESSION_ID },
  userId: USER_ID,
  sessionId: SESSION_ID,
};

function whoAmI(database: Database) {
  return database.asCaller(
    { caller: anon, method: "GET", path: "/", headers: {}, isReadOnly: true },
    async (sql) => {
      const [row] = await sql`select current_user as role, current_database() as name`;
      return row;
    },
  );
}

/**
 * Uses every role as the product does: sign-up, a recent sign-in, own profile, server's tables, storage,
 * facts.
 */
async function useEverything(database: Database): Promise<void> {
  await database.auth`delete from auth.users where id = ${USER_ID}`;
  await database.auth`
    insert into auth.users (id, aud, role, email, raw_user_meta_data)
    values (${USER_ID}, 'authenticated', 'authenticated', 'anna@example.test',
            ${database.auth.json({ full_name: "Anna" })})`;
  const as = <T>(caller: Caller, work: Parameters<typeof database.asCaller<T>>[1]) =>
    database.asCaller({ caller, method: "POST", path: "/", headers: {}, isReadOnly: false }, work);
  expect(await as(member, (sql) => sql`select full_name from profiles`)).toEqual([
    { full_name: "Anna" },
  ]);
  const leave = () => as(member, (sql) => sql`select studio_withdraw(${USER_ID})`);
  await database.auth`insert into auth.sessions (id, user_id) values (${SESSION_ID}, ${USER_ID})`;
  await expect(leave()).rejects.toMatchObject({ message: "proof_too_old" });
  await database.auth`
    insert into auth.mfa_amr_claims (id, session_id, authentication_method)
    values (gen_random_uuid(), ${SESSION_ID}, 'password')`;
  await leave();
  await as(member, (sql) => sql`update profiles set bio = 'kept' where id = ${USER_ID}`);
  await expect(as(anon, (sql) => sql`select * from profiles`)).rejects.toMatchObject({
    code: "42501",
  });
  const [bio] = await as(service, (sql) => sql`select bio from profiles where id = ${USER_ID}`);
  expect(bio).toEqual({ bio: "kept" });
  await as(
    service,
    (sql) => sql`
      insert into push_subscriptions (endpoint, topic, p256dh, auth, language)
      values ('https://push.example/1', 'services', ${"p".repeat(87)}, ${"a".repeat(22)}, 'en')
      on conflict (endpoint, topic) do nothing`,
  );
  expect(await as(service, (sql) => sql`select topic from push_subscriptions`)).toHaveLength(1);
  expect(await as(service, (sql) => sql`select id from storage.buckets`)).toHaveLength(2);
  expect(await as(anon, (sql) => sql`select id from storage.buckets`)).toHaveLength(0);
  expect(await database.storage`select id from storage.buckets`).toHaveLength(2);
  const [facts] = await as(
    service,
    (sql) => sql`select (public.database_facts() ->> 'sizeBytes')::float8 as size`,
  );
  // PostgreSQL's own tables alone take 6 MB.
  expect(Number(facts?.["size"])).toBeGreaterThan(6_000_000);
  await expect(
    as(service, (sql) => sql`select * from supabase_migrations.server_secrets`),
  ).rejects.toMatchObject({ code: "42501" });
}

/** DATABASE_URL: a database of the operator's own. */
describe("an external database", () => {
  let server: FakePostgres;
  const folders: string[] = [];

  beforeAll(async () => {
    server = await startFakePostgres(putEmptyCluster);
    await server.run("create database ministry");
    await server.run("create role clerk login password 'clerk-password'");
  });
  afterAll(async () => {
    await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "external-"));
    folders.push(folder);
    return folder;
  }
  /** Each time with an empty DATA_DIR. */
  const open = (databaseUrl: string, migrationsDir = MIGRATIONS_DIR) =>
    openDatabase({ dataDir: newFolder(), databaseUrl, uid: null, log, migrationsDir });
  /** The migrations of a release before a version. */
  function migrationsBefore(version: string): string {
    const folder = newFolder();
    for (const file of readdirSync(MIGRATIONS_DIR).filter((name) => name < version)) {
      cpSync(join(MIGRATIONS_DIR, file), join(folder, file));
    }
    return folder;
  }
  const admin = () => server.superuser("ministry");

  it("is prepared by a superuser's login and serves callers", async () => {
    const database = await open(admin());
    expect(await whoAmI(database)).toEqual({ role: "anon", name: "ministry" });
    await expect(useEverything(database)).resolves.toBeUndefined();
    await database.close();
  });

  it("is inspected without a change: who may prepare it, and whether that is done", async () => {
    await server.run("create database bare");
    await server.run("create role visitor login password 'visitor-password'");
    const bare = new URL(server.superuser("bare"));
    const asVisitor = new URL(bare);
    asVisitor.username = "visitor";
    asVisitor.password = "visitor-password";
    expect(await inspectExternal(bare.href)).toEqual({
      version: expect.stringMatching(/^\d+\.\d+/),
      isPrepared: false,
      mayPrepare: true,
      connectionLimit: expect.any(Number),
      clockAheadMs: expect.any(Number),
    });
    expect(await inspectExternal(asVisitor.href)).toMatchObject({
      isPrepared: false,
      mayPrepare: false,
    });
    expect((await inspectExternal(admin())).isPrepared).toBe(true);
    expect((await inspectExternal(bare.href)).isPrepared).toBe(false);
    asVisitor.password = "wrong-password";
    await expect(inspectExternal(asVisitor.href)).rejects.toThrow(
      "PostgreSQL rejects the login in DATABASE_URL",
    );
  });

  it.runIf(IS_FULL)("is shared by two servers with separate folders", async () => {
    const first = await open(admin());
    const second = await open(admin());
    // More at once than one connection serves: the pool must be able to open new ones.
    await Promise.all(Array.from({ length: 8 }, () => whoAmI(first)));
    await expect(useEverything(first)).resolves.toBeUndefined();
    await expect(useEverything(second)).resolves.toBeUndefined();
    await Promise.all([first.close(), second.close()]);
    await (await open(admin())).close();
  });

  it("is prepared once when two servers start at the same moment on an empty one", async () => {
    await server.run("create database twins");
    const opened = await Promise.all([1, 2].map(() => open(server.superuser("twins"))));
    for (const database of opened) await expect(useEverything(database)).resolves.toBeUndefined();
    await Promise.all(opened.map((database) => database.close()));
  });

  it("cannot be reached by the login of a staging database on the same server", async () => {
    const production = await open(admin());
    await server.run("create role stage login createrole password 'stage-password'");
    await server.run("create database staging owner stage");
    await server.run("grant anon, authenticated, service_role to stage with admin option");
    const staging = await open(server.urlOf("stage", "stage-password", "staging"));
    await Promise.all([useEverything(staging), useEverything(production)]);
    await staging.close();
    await expect(useEverything(production)).resolves.toBeUndefined();
    await production.close();
    const intruder = postgres(server.urlOf("stage", "stage-password", "ministry"), { max: 1 });
    await expect(intruder`select 1`).rejects.toMatchObject({ code: "42501" });
    await intruder.end();
  });

  describe("whose login is no superuser", () => {
    // A separate server: roles belong to the server, and here none exist yet.
    let managed: FakePostgres;
    beforeEach(async () => {
      managed = await startFakePostgres(putEmptyCluster);
    });
    afterEach(() => managed.stop());

    const asOwner = () => managed.urlOf("owner", "owner-password", "site");
    async function makeDatabase(rights: string): Promise<void> {
      await managed.run(`create role owner login ${rights} password 'owner-password'`);
      await managed.run("create database site owner owner");
    }

    it("is prepared and served by its plain owner who may create roles, and by the next release without the permissions for chat and prayer", async () => {
      await makeDatabase("createrole");
      const before = await open(asOwner(), migrationsBefore("20260101002805"));
      await before.close();
      const admin = postgres(managed.superuser("site"), { max: 1 });
      const held = {
        owner: [...PERMISSIONS.slice(0, 5), "chat", "prayer", ...PERMISSIONS.slice(5)],
        pastor: ["videos", "prayer", "people"],
        host: ["chat", "prayer"],
        writer: ["devotionals"],
      };
      for (const [name, permissions] of Object.entries(held)) {
        await admin`
          with account as (
            insert into auth.users (id, aud, role, email)
            values (gen_random_uuid(), 'authenticated', 'authenticated', ${`${name}@example.test`})
            returning id, email
          ), staff_row as (insert into public.staff (user_id, permissions) select id, ${permissions} from account)
          insert into public.studio_invitations (token_hash, permissions, email, invited_by)
          select md5(email), ${permissions}, email, id from account`;
      }

      const database = await open(asOwner());
      const rest = { owner: PERMISSIONS, pastor: ["videos", "people"], writer: ["devotionals"] };
      const invited = await admin`
        select email, permissions from public.studio_invitations order by email`;
      // Rows that break a constraint are found by the next change alone.
      const staff = await admin`
        update public.staff s set permissions = s.permissions from auth.users u
        where u.id = s.user_id returning u.email, s.permissions`;
      for (const rows of [invited, staff]) {
        const found = rows.map(({ email, permissions }) => [
          String(email).replace("@example.test", ""),
          permissions,
        ]);
        expect(Object.fromEntries(found)).toEqual(rest);
      }
      await admin.end();
      await expect(useEverything(database)).resolves.toBeUndefined();
      await database.close();
    });

    it("serves the demonstration database to the unmodified client, a day later", async () => {
      await makeDatabase("createrole");
      const database = await open(asOwner());
      await managed.run(LIVED_IN_SQL, "site");
      await managed.run("vacuum (analyze)", "site");
      await managed.run(
        "set role site_owner; alter publication supabase_realtime add table public.profiles",
        "site",
      );
      const admin = postgres(managed.superuser("site"), { max: 1 });
      const close = async (): Promise<void> => {
        await Promise.all([database.close(), admin.end()]);
      };
      const testDatabase = { database, admin, openAgain: () => database, close };
      const backend = await startTestBackend({ testDatabase });
      backend.setNow(Date.now() + DAY_MS);
      const client = visitorOf(backend);
      const { data } = await client.auth.signInWithPassword({
        email: LIVED_IN_MEMBER.email,
        password: LIVED_IN_PASSWORD,
      });
      expect(data.user?.id).toBe(LIVED_IN_MEMBER.id);
      const profiles = await client.from("profiles").select("id, full_name, bio");
      expect(profiles.data).toEqual([
        { id: LIVED_IN_MEMBER.id, full_name: "Member 1", bio: "Sings 01" },
      ]);
      const received = listen<unknown>();
      const told = listen<string>();
      client
        .channel("own profile")
        .on(
          "postgres_changes",
          { event: "UPDATE", schema: "public", table: "profiles" },
          (change) => received.record(change.new),
        )
        .on("system", {}, ({ message }: { message: string }) => told.record(message))
        .subscribe();
      expect(await told.at(0)).toBe("Subscribed to PostgreSQL");
      const written = await client
        .from("profiles")
        .update({ bio: "Sings alto" })
        .eq("id", LIVED_IN_MEMBER.id);
      expect(written.error).toBeNull();
      expect(await received.at(0)).toMatchObject({ id: LIVED_IN_MEMBER.id, bio: "Sings alto" });
      const items = await client.rpc("sync_items", { changes: [], since: 0 });
      expect(items.data).toMatchObject({ items: { length: 30 }, cursor: 30, reset: null });
      await client.removeAllChannels();
      await backend.close();
    });

    it("prints the SQL for an administrator when the owner may not create roles", async () => {
      await makeDatabase("");
      await expect(open(asOwner())).rejects.toThrow(
        /^The login owner in DATABASE_URL is not allowed to set up the database.* the output of `npm run --silent database:sql`/,
      );
      await managed.run(preparationSql({ login: "owner", database: "site" }), "site");
      const database = await open(asOwner());
      await expect(useEverything(database)).resolves.toBeUndefined();
      await database.close();
    });

    it.runIf(IS_FULL)("is prepared by that SQL for a login that owns nothing, too", async () => {
      await makeDatabase("");
      await managed.run("create role clerk login password 'clerk-password'");
      await managed.run(preparationSql({ login: "clerk", database: "site" }), "site");
      const database = await open(managed.urlOf("clerk", "clerk-password", "site"));
      await expect(useEverything(database)).resolves.toBeUndefined();
      await database.close();
    });

    it.runIf(IS_FULL)(
      "works with its plain owner again after one start with a superuser's login",
      async () => {
        await makeDatabase("");
        const first = await open(managed.superuser("site"));
        await first.close();
        const second = await open(asOwner());
        await expect(useEverything(second)).resolves.toBeUndefined();
        await second.close();
      },
    );
  });

  it.runIf(IS_FULL)(
    "keeps the roles of a database that was prepared before their names carried its own",
    async () => {
      await server.run("create database older");
      const url = server.superuser("older");
      await prepareEmbedded(connector({ kind: "url", url }, server.secret, null), server.secret, {
        log,
        migrationsDir: MIGRATIONS_DIR,
      });
      const database = await open(url);
      await expect(useEverything(database)).resolves.toBeUndefined();
      const owners = await database.auth`select current_user as name`;
      expect([...owners]).toEqual([{ name: "supabase_auth_admin" }]);
      await database.close();
    },
  );

  it("is rejected with one sentence when its PostgreSQL is too old, and so is its preparation", async () => {
    await server.run("create database older_server");
    // The search path finds this name first, so it decides which version the server reports.
    await server.run(
      `create schema old;
       create function old.current_setting(text) returns text language sql as $$ select '150018' $$;
       alter database older_server set search_path = old, public, pg_catalog`,
      "older_server",
    );
    const url = server.superuser("older_server");
    const sentence = "DATABASE_URL must lead to PostgreSQL 16 or later";
    await expect(open(url)).rejects.toThrow(sentence);
    await expect(inspectExternal(url)).rejects.toThrow(sentence);
    const preparation = preparationSql({ login: "clerk", database: "older_server" });
    await expect(server.run(preparation, "older_server")).rejects.toThrow(
      "This is for PostgreSQL 16 or later",
    );
  });

  it("is reported missing with one sentence: wrong password, no such database, no server", async () => {
    await expect(open(server.urlOf("clerk", "wrong", "ministry"))).rejects.toThrow(
      "PostgreSQL rejects the login in DATABASE_URL (28P01).",
    );
    await expect(open(server.urlOf("clerk", "clerk-password", "nothing"))).rejects.toThrow(
      "(3D000)",
    );
    await expect(open(`postgres://a:b@127.0.0.1:${await freePort()}/x`)).rejects.toThrow(
      "No PostgreSQL server is responding at DATABASE_URL (ECONNREFUSED).",
    );
  });
});
