import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Caller } from "./caller.ts";
import type { CallerRequest } from "./database.ts";
import { createTestDatabase, type TestDatabase } from "#backend/testing/test-database.ts";

const userId = "11111111-1111-4111-8111-111111111111";
const anon: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const user: Caller = {
  role: "authenticated",
  claims: { role: "authenticated", sub: userId },
  userId,
  sessionId: null,
};

function requestOf(caller: Caller, isReadOnly = false): CallerRequest {
  return { caller, method: "POST", path: "/things", headers: { "x-a": "1" }, isReadOnly };
}

describe("the pools", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it("leave an invalid date to PostgreSQL and stay usable on a warm statement", async () => {
    const ask = (value: string): Promise<unknown> =>
      test.database.auth.unsafe("select $1::timestamptz as at", [value], { prepare: true });
    await ask("2026-01-01T00:00:00Z");
    await expect(ask("garbage")).rejects.toMatchObject({ code: "22007" });
    await expect(ask("infinity")).resolves.toHaveLength(1);
    await expect(ask("2026-01-02T00:00:00Z")).resolves.toHaveLength(1);
  });

  it("run a caller's work as its role, with its claims and request", async () => {
    const rows = await test.database.asCaller(
      requestOf(user),
      (sql) => sql`
        select current_user as role, auth.uid() as uid, auth.role() as claim,
               current_setting('request.method') as method,
               current_setting('request.path') as path,
               current_setting('request.headers')::json ->> 'x-a' as header,
               current_setting('statement_timeout') as timeout,
               current_setting('transaction_read_only') as read_only`,
    );
    expect(rows[0]).toEqual({
      role: "authenticated",
      uid: userId,
      claim: "authenticated",
      method: "POST",
      path: "/things",
      header: "1",
      timeout: "5s",
      read_only: "off",
    });
  });

  it("leave nothing of a caller behind for the next one on the same connection", async () => {
    const ask = () =>
      test.database.asCaller(
        requestOf(anon),
        (sql) => sql`select auth.uid() as uid, current_setting('statement_timeout') as timeout`,
      );
    await Promise.all(
      Array.from({ length: 20 }, () =>
        test.database.asCaller(requestOf(user), (sql) => sql`select 1`),
      ),
    );
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    for (const rows of answers) expect(rows[0]).toEqual({ uid: null, timeout: "3s" });
  });

  it("give costly statements of clients one second", async () => {
    const ask = async (caller: Caller) => {
      const request = { ...requestOf(caller), clientAddress: "203.0.113.1", isCostly: true };
      const [row] = await test.database.asCaller(
        request,
        (sql) => sql`select current_setting('statement_timeout') as timeout`,
      );
      return row;
    };
    expect(await ask(anon)).toEqual({ timeout: "1s" });
    expect(await ask(user)).toEqual({ timeout: "1s" });
    expect(await ask({ ...anon, role: "service_role" })).toEqual({ timeout: "5s" });
  });

  it("reject writes in a read-only request with 25006", async () => {
    await test.admin`create table public.notes (n int)`;
    await test.admin`grant insert on public.notes to authenticated`;
    const write = test.database.asCaller(
      requestOf(user, true),
      (sql) => sql`insert into notes values (1)`,
    );
    await expect(write).rejects.toMatchObject({ code: "25006" });
  });

  it("roll back when the work throws", async () => {
    await test.admin`create table public.kept (n int)`;
    await test.admin`grant insert on public.kept to authenticated`;
    const failing = test.database.asCaller(requestOf(user), async (sql) => {
      await sql`insert into kept values (1)`;
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    const rows = await test.admin`select count(*)::int as n from public.kept`;
    expect(rows[0]).toEqual({ n: 0 });
  });

  it("never let a caller become postgres or the owner of a schema", async () => {
    for (const role of ["postgres", "supabase_admin", "supabase_auth_admin"]) {
      const climb = test.database.asCaller(requestOf(user), (sql) =>
        sql.unsafe(`set role ${role}`),
      );
      await expect(climb).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("answer a ping while every connection is busy", async () => {
    const places = 10;
    let leave: () => void = () => undefined;
    const stay = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const entered: Promise<unknown>[] = [];
    const busy = Array.from({ length: places }, () =>
      test.database.asCaller(requestOf(anon), async (sql) => {
        entered.push(sql`select 1`.execute());
        await stay;
      }),
    );
    await vi.waitFor(() => expect(entered).toHaveLength(places));
    expect(await test.database.isReady(5_000)).toBe(true);
    leave();
    await Promise.all(busy);
  });

  it("answer a ping", async () => {
    expect(await test.database.isReady(5_000)).toBe(true);
  });
});
