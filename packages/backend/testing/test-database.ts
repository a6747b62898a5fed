import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { inject } from "vitest";
import { connector, socketAddress } from "#backend/database/connection.ts";
import type { Database } from "#backend/database/database.ts";
import { openPools } from "#backend/database/pools.ts";
import { EMBEDDED_DATABASE, openDatabase } from "#backend/database/open-database.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { makeDataDir } from "./crash-drill.ts";
import { copyCluster } from "./scratch-server.ts";

export type TestDatabase = {
  readonly database: Database;
  /** Superuser connection, for preparation and direct access. */
  readonly admin: Sql;
  /** Opens the same database as another server process does; the caller closes it. */
  openAgain(): Database;
  /** Closes every connection and drops the database. */
  close(): Promise<void>;
};

/**
 * Clones the prepared database of the run (scratch-server.ts) for one test file, in about 50 ms. All clones share roles: a
 * test gives a role that it creates a unique name.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { socketDir, secret } = inject("testServer");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const address = socketAddress(socketDir);
  await onServer((sql) =>
    sql.unsafe(
      `create database ${name} template ${EMBEDDED_DATABASE} strategy file_copy owner postgres`,
    ),
  );
  const connect = connector(address, secret, name);
  const openAgain = (): Database => openPools(connect, () => Promise.resolve());
  const database = openAgain();
  const admin = connect("supabase_admin", { max: 2 });
  return {
    database,
    admin,
    openAgain,
    async close() {
      await Promise.all([database.close(), admin.end({ timeout: 1 })]);
      await onServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Runs outside every test database: PostgreSQL clones a template only when it has no connections. */
async function onServer(work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const { socketDir, secret } = inject("testServer");
  const connect = connector(socketAddress(socketDir), secret, "template1");
  const sql = connect("supabase_admin", { max: 1, fetchTypes: false });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Folder of the migrations of the run. */
export function migrationsOfRun(): string {
  return inject("testServer").migrationsDir;
}

/** Opens the embedded database of a data directory with the migrations of the run. */
export function openHere(dataDir: string): Promise<Database> {
  return openDatabase({
    dataDir,
    databaseUrl: null,
    uid: null,
    log: createLogger("silent"),
    migrationsDir: migrationsOfRun(),
  });
}

/** Copies the prepared database into a data directory, as a stopped server leaves it. */
export function putPreparedDatabase(dataDir: string): void {
  copyCluster(inject("testServer").preparedDir, dataDir);
}

/** Copies a new cluster into a data directory, as initdb creates it. */
export function putEmptyCluster(dataDir: string): void {
  copyCluster(inject("testServer").emptyDir, dataDir);
}

/** Creates a data directory of a server that has run before. */
export function makePreparedDataDir(): string {
  const dataDir = makeDataDir();
  putPreparedDatabase(dataDir);
  return dataDir;
}
