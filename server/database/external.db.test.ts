import { createServer, type AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "#server/base/log.ts";
import { makeDataDir } from "#tests/support/crash-drill.ts";
import { rolePassword } from "./connection.ts";
import { prepareDataDir } from "./data-dir.ts";
import { startEmbedded, type EmbeddedServer } from "./embedded.ts";
import { openDatabase } from "./open-database.ts";

const SECRET = "secret of the other server";

/** DATABASE_URL: a PostgreSQL elsewhere, played by an embedded one that listens on a TCP port. */
describe("an external database", () => {
  let serverDir = "";
  let dataDir = "";
  let server: EmbeddedServer;
  let port = 0;
  const log = createLogger("silent");

  beforeAll(async () => {
    serverDir = makeDataDir();
    dataDir = mkdtempSync(join(tmpdir(), "external-"));
    port = await freePort();
    prepareDataDir(serverDir);
    server = await startEmbedded({
      dataDir: serverDir,
      secret: SECRET,
      requestedUid: null,
      log,
      extraSettings: { listen_addresses: "127.0.0.1", port: String(port), fsync: "off" },
    });
    const sql = postgres(urlOf("supabase_admin", rolePassword(SECRET, "supabase_admin")));
    await sql`create database ministry`;
    await sql`create role clerk login password 'clerk-password'`;
    await sql.end();
  });
  afterAll(async () => {
    await server.stop();
    for (const folder of [serverDir, dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  const urlOf = (user: string, password: string, database = "postgres") =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const open = (databaseUrl: string) => openDatabase({ dataDir, databaseUrl, uid: null, log });
  const admin = () => urlOf("supabase_admin", rolePassword(SECRET, "supabase_admin"), "ministry");

  it("is refused to a login that may not prepare it, with what to do", async () => {
    await expect(open(urlOf("clerk", "clerk-password", "ministry"))).rejects.toThrow(
      /^The login clerk of DATABASE_URL may not prepare the database: start once with a superuser's address/,
    );
  });

  it("is prepared by a superuser's address and serves callers", async () => {
    const database = await open(admin());
    const caller = {
      role: "anon",
      claims: { role: "anon" },
      userId: null,
      sessionId: null,
    } as const;
    const rows = await database.asCaller(
      { caller, method: "GET", path: "/", headers: {}, isReadOnly: true },
      (sql) => sql`select current_user as role, current_database() as name`,
    );
    expect([...rows]).toEqual([{ role: "anon", name: "ministry" }]);
    const profiles =
      await database.auth`select to_regclass('public.profiles') is not null as found`;
    expect([...profiles]).toEqual([{ found: true }]);
    await database.close();
  });

  it("serves a login without great rights once it is prepared", async () => {
    const sql = postgres(admin());
    await sql`grant postgres to clerk`;
    await sql.end();
    const database = await open(urlOf("clerk", "clerk-password", "ministry"));
    expect(await database.isReady(5_000)).toBe(true);
    await database.close();
  });

  it("is missing with one sentence: wrong password, no such database, nobody there", async () => {
    await expect(open(urlOf("clerk", "wrong", "ministry"))).rejects.toThrow(
      "PostgreSQL refuses the login of DATABASE_URL (28P01).",
    );
    await expect(open(urlOf("clerk", "clerk-password", "nothing"))).rejects.toThrow("(3D000)");
    await expect(open(`postgres://a:b@127.0.0.1:${await freePort()}/x`)).rejects.toThrow(
      "No PostgreSQL server answers at DATABASE_URL (ECONNREFUSED).",
    );
  });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number>((resolve) => {
    probe.listen(0, "127.0.0.1", () => {
      const address: AddressInfo | string | null = probe.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}
