import postgres, { type Sql } from "postgres";
import { rolePassword } from "#backend/database/connection.ts";
import { loadClusterSecret } from "#backend/database/embedded/cluster-secret.ts";
import { prepareDataDir } from "#backend/database/embedded/data-dir.ts";
import { startEmbedded } from "#backend/database/embedded/embedded.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { makeDataDir, removeDataDir } from "./crash-drill.ts";
import { freePort } from "./free-port.ts";

/** An external PostgreSQL server: an embedded one that listens on a TCP port. */
export type FakePostgres = {
  urlOf(user: string, password: string, database?: string): string;
  /** URL for the superuser. */
  superuser(database: string): string;
  /** Secret that the passwords of its logins derive from. */
  readonly secret: string;
  /** Runs statements as the superuser. */
  run(statements: string, database?: string): Promise<void>;
  /** Creates a database whose owner may create roles. @returns the owner's URL of it. */
  createOwned(database: string): Promise<string>;
  stop(): Promise<void>;
};

/**
 * Starts an external PostgreSQL server.
 *
 * @param prepare puts a cluster into the folder; initdb creates one when absent.
 */
export async function startFakePostgres(
  prepare?: (dataDir: string) => void,
): Promise<FakePostgres> {
  const folder = makeDataDir();
  const port = await freePort();
  prepareDataDir(folder);
  prepare?.(folder);
  const secret = await loadClusterSecret(folder);
  const server = await startEmbedded({
    dataDir: folder,
    secret,
    requestedUid: null,
    log: createLogger("silent"),
    extraSettings: {
      listen_addresses: "127.0.0.1",
      port: String(port),
      fsync: "off",
      autovacuum: "off",
    },
  });
  const urlOf = (user: string, password: string, database = "postgres") =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const superuser = (database: string) =>
    urlOf("supabase_admin", rolePassword(secret, "supabase_admin"), database);
  const run = async (statements: string, database = "postgres"): Promise<void> => {
    await withSql(superuser(database), (sql) => sql.unsafe(statements));
  };
  return {
    urlOf,
    superuser,
    secret,
    run,
    async createOwned(database) {
      await run("create role owner login createrole password 'owner-password'");
      await run(`create database ${database} owner owner`);
      return urlOf("owner", "owner-password", database);
    },
    async stop() {
      await server.stop();
      await removeDataDir(folder);
    },
  };
}

async function withSql<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
