import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createLogger } from "@reign-tv/kit/log.ts";
import { type FakePostgres, startFakePostgres } from "#backend/testing/fake-postgres.ts";
import { type SharingPooler, startSharingPooler } from "#backend/testing/sharing-pooler.ts";
import { putEmptyCluster } from "#backend/testing/test-database.ts";
import type { Caller } from "./caller.ts";
import type { Database } from "./database.ts";
import { openDatabase } from "./open-database.ts";

const anon: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };

/** DATABASE_URL is a pooler that shares sessions, DATABASE_DIRECT_URL the database itself. */
describe("a pooler before the database", () => {
  let postgres: FakePostgres;
  let pooler: SharingPooler;
  let folder = "";
  let direct = "";
  let pooled = "";

  beforeAll(async () => {
    postgres = await startFakePostgres(putEmptyCluster);
    direct = await postgres.createOwned("ministry");
    const address = new URL(direct);
    pooler = await startSharingPooler(Number(address.port));
    address.port = String(pooler.port);
    pooled = address.href;
    folder = mkdtempSync(join(tmpdir(), "reign-pooler-"));
  });
  afterAll(async () => {
    await pooler.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (databaseUrl: string, poolerUrl: string | null): Promise<Database> =>
    openDatabase({
      dataDir: join(folder, "data"),
      databaseUrl,
      poolerUrl,
      uid: null,
      log: createLogger("silent"),
      migrationsDir: inject("testServer").migrationsDir,
    });
  const as = <T>(
    database: Database,
    work: Parameters<typeof database.asCaller<T>>[1],
    prepare?: Parameters<typeof database.asCaller<T>>[0]["prepare"],
  ): Promise<T> =>
    database.asCaller(
      {
        caller: anon,
        method: "GET",
        path: "/",
        headers: {},
        isReadOnly: false,
        ...(prepare && { prepare }),
      },
      work,
    );

  it("is rejected with a hint as the only URL", async () => {
    await expect(open(pooled, null)).rejects.toThrow(/Also set DATABASE_DIRECT_URL/);
  });

  it("serves the requests, each in its role and with its settings", async () => {
    const database = await open(direct, pooled);
    const before = pooler.transactions();
    const seen = Array.from({ length: 30 }, () =>
      as(
        database,
        (sql) =>
          sql.unsafe(
            `select current_user as role, current_setting('statement_timeout') as "timeout",
                    current_setting('request.method') as method, $1::int as number`,
            [7],
            { prepare: true },
          ),
        (sql) => sql`select realtime.begin_probe('hall', gen_random_uuid(), gen_random_uuid())`,
      ),
    );
    for (const rows of await Promise.all(seen)) {
      expect(rows).toEqual([{ role: "anon", timeout: "3s", method: "GET", number: 7 }]);
    }
    expect(pooler.transactions() - before).toBeGreaterThanOrEqual(30);
    await expect(as(database, (sql) => sql`select * from auth.users`)).rejects.toMatchObject({
      code: "42501",
    });
    await database.close();
  });

  it("does not serve work that needs its own session", async () => {
    const database = await open(direct, pooled);
    const received: string[] = [];
    await database.listen("noticed", {
      onNotice: (text) => void received.push(text),
      onStart: () => undefined,
    });
    expect(await database.leads()).toBe(true);
    const count = pooler.transactions();
    await database.auth`select 1 from auth.users`;
    await database.realtime`select pg_notify('noticed', 'said')`;
    await expect.poll(() => received).toEqual(["said"]);
    expect(await database.leads()).toBe(true);
    expect(await database.isReady(5_000)).toBe(true);
    expect(pooler.transactions()).toBe(count);
    await database.close();
  });

  it("is reported at the start when it rejects the login", async () => {
    const wrong = new URL(pooled);
    wrong.password = "wrong";
    await expect(open(direct, wrong.href)).rejects.toThrow("rejects the login in DATABASE_URL");
  });
});
