import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { purgeExpired } from "./store/purge-expired.ts";
import { createSessionLiveness } from "./store/session-liveness.ts";
import { createTestDatabase, type TestDatabase } from "#backend/testing/test-database.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

describe("schema auth", () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it("can be applied again", async () => {
    const sql = readFileSync(new URL("./schema.sql", import.meta.url), "utf8");
    const again = test.admin.begin(async (tx) => {
      await tx.unsafe("set local role supabase_auth_admin");
      await tx.unsafe(sql);
    });
    await expect(again).resolves.toBeUndefined();
  });

  it("has row level security on every table and grants nothing to the API roles", async () => {
    const tables = await test.admin`
      select relname, relrowsecurity, pg_get_userbyid(relowner) as owner
      from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r'`;
    expect(tables.length).toBeGreaterThan(15);
    for (const table of tables) {
      expect(table).toMatchObject({ relrowsecurity: true, owner: "supabase_auth_admin" });
    }
    const grants = await test.admin`
      select grantee, table_name from information_schema.role_table_grants
      where table_schema = 'auth' and grantee in ('PUBLIC', 'anon', 'authenticated', 'service_role')`;
    expect(grants).toEqual([]);
  });

  it("lets no API role read accounts", async () => {
    for (const role of ["anon", "authenticated", "service_role"] as const) {
      const caller = { role, claims: { role }, userId: null, sessionId: null };
      const request = { caller, method: "GET", path: "/", headers: {}, isReadOnly: true };
      await expect(
        test.database.asCaller(request, (sql) => sql`select email from auth.users`),
      ).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("has a default for every token column, as GoTrue fails on NULL", async () => {
    const [row] = await test.admin`
      insert into auth.users (id, email) values (gen_random_uuid(), 'a@example.org')
      returning confirmation_token, recovery_token, email_change, phone_change, phone_change_token,
        email_change_token_new, email_change_token_current, reauthentication_token`;
    expect(new Set(Object.values(row ?? {}))).toEqual(new Set([""]));
  });

  async function addSession(
    ages: { readonly createdMs: number; readonly usedMs: number },
    nowMs: number,
  ): Promise<string> {
    const [user] = await test.admin<{ id: string }[]>`
      insert into auth.users (id, email)
      values (gen_random_uuid(), gen_random_uuid() || '@example.org') returning id`;
    const [session] = await test.admin<{ id: string }[]>`
      insert into auth.sessions (id, user_id, created_at, not_after, refreshed_at)
      values (gen_random_uuid(), ${user?.id ?? ""}, ${new Date(nowMs - ages.createdMs)},
        ${new Date(nowMs - ages.createdMs + 90 * DAY_MS)},
        ${new Date(nowMs - ages.usedMs)}::timestamptz at time zone 'utc') returning id`;
    await test.admin`
      insert into auth.refresh_tokens (token, session_id)
      values (gen_random_uuid()::text, ${session?.id ?? ""})`;
    return session?.id ?? "";
  }

  it("purges expired rows and nothing else", async () => {
    const nowMs = Date.now();
    const now = (): number => nowMs;
    const active = await addSession({ createdMs: 80 * DAY_MS, usedMs: DAY_MS }, nowMs);
    const ended = await addSession({ createdMs: 98 * DAY_MS, usedMs: DAY_MS }, nowMs);
    const idle = await addSession({ createdMs: 50 * DAY_MS, usedMs: 38 * DAY_MS }, nowMs);
    await test.admin`
      insert into auth.rate_counters (key, count, window_ends_at, last_at, expires_at) values
        ('old', 1, now(), now(), ${new Date(nowMs - 1_000)}),
        ('new', 1, now(), now(), ${new Date(nowMs + 60_000)})`;
    await test.admin`
      with factor as (
        insert into auth.mfa_factors (id, user_id, factor_type, status)
        select gen_random_uuid(), user_id, 'totp', 'verified' from auth.sessions
        where id = ${active} returning id
      )
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      select gen_random_uuid(), id, at, '192.0.2.1'
      from factor, (values (${new Date(nowMs - DAY_MS)}::timestamptz), (${new Date(nowMs)})) as made (at)`;
    await purgeExpired({ sql: test.database.auth, now });
    const challenges = await test.admin<{ at: Date }[]>`
      select c.created_at as at from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
      join auth.sessions s on s.user_id = f.user_id where s.id = ${active}`;
    expect(challenges.map(({ at }) => at.getTime())).toEqual([nowMs]);
    const sessions = await test.admin<{ id: string }[]>`
      select id from auth.sessions where id in ${test.admin([active, ended, idle])}`;
    expect(sessions.map(({ id }) => id)).toEqual([active]);
    const counters = await test.admin`
      select key from auth.rate_counters where key not like 'lived-in%'`;
    expect(counters).toMatchObject([{ key: "new" }]);
  });

  it("caches for ten seconds whether a session is live", async () => {
    let nowMs = Date.now();
    const liveness = createSessionLiveness({ database: test.database, now: () => nowMs });
    const id = await addSession({ createdMs: 0, usedMs: 0 }, nowMs);
    expect(await liveness.isLive(id)).toBe(true);
    await test.admin`delete from auth.sessions where id = ${id}`;
    nowMs += 9_999;
    expect(await liveness.isLive(id)).toBe(true);
    nowMs += 2;
    expect(await liveness.isLive(id)).toBe(false);
    expect(await liveness.isLive("no uuid")).toBe(false);
    expect(await liveness.isLive(crypto.randomUUID())).toBe(false);
  });

  it.each([
    ["a ban", "update auth.users set banned_until = 'infinity'"],
    ["a deleted user", "update auth.users set deleted_at = now()"],
    ["reuse of a token", "update auth.refresh_tokens set revoked = true"],
    ["its last day", "update auth.sessions set not_after = now() - interval '1 second'"],
  ])("ends a session with %s", async (_, statement) => {
    const nowMs = Date.now();
    const liveness = createSessionLiveness({ database: test.database, now: () => nowMs });
    const id = await addSession({ createdMs: 0, usedMs: 0 }, nowMs);
    await test.admin.unsafe(statement);
    expect(await liveness.isLive(id)).toBe(false);
  });
});
