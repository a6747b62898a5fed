import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import { dataDirError } from "@reign-tv/kit/start-error.ts";
import { applyBootSql } from "./boot.ts";
import { loadClusterSecret } from "./embedded/cluster-secret.ts";
import { type Connect, connector, externalConnector } from "./connection.ts";
import type { Database } from "./database.ts";
import { prepareDataDir } from "./embedded/data-dir.ts";
import { startEmbedded } from "./embedded/embedded.ts";
import { prepareExternal, checkPooler } from "./external.ts";
import { applyMigrations } from "./migrations.ts";
import { openPools } from "./pools.ts";
import { acquireServerLock } from "./embedded/server-lock.ts";

export type OpenDatabaseOptions = {
  readonly dataDir: string;
  /** External PostgreSQL 16 or later, without a pooler; null runs the embedded one in DATA_DIR. */
  readonly databaseUrl: string | null;
  /** Pooler for requests, which may share sessions between transactions. */
  readonly poolerUrl?: string | null;
  readonly log: Logger;
  /** Account of the embedded PostgreSQL when the server is root; null chooses one. */
  readonly uid: number | null;
  /** Folder of the migrations, named as Supabase's CLI names them. */
  readonly migrationsDir: string;
  readonly metrics?: Metrics | undefined;
  /** The embedded one archives WAL for backups. */
  readonly archivesLog?: boolean;
};

/** Versions of the migrations in a folder. */
export function knownMigrations(migrationsDir: string): readonly string[] {
  return readdirSync(migrationsDir).map((file) => file.slice(0, file.indexOf("_")));
}

/** Database of the embedded server; the name that Supabase uses. */
export const EMBEDDED_DATABASE = "postgres";

/** A database that is prepared and kept running. */
export type DatabaseHandle = {
  readonly connect: Connect;
  /** Role that starts requests when a pooler's sessions stay the login; null: sessions have it already. */
  readonly callerRole: string | null;
  close(): Promise<void>;
};

/**
 * Locks DATA_DIR, starts or connects to PostgreSQL, prepares it (boot SQL, migrations) and opens the pools.
 * `close()` of the result undoes it all.
 *
 * @throws StartError with one sentence for every reason that an operator can fix.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const handle = await openDatabaseHandle(options);
  const { connect, callerRole } = handle;
  return openPools(connect, () => handle.close(), { metrics: options.metrics, callerRole });
}

/**
 * Like `openDatabase` without pools, for a process that lets others work.
 *
 * @throws StartError with one sentence for every reason that an operator can fix.
 */
async function openDatabaseHandle(options: OpenDatabaseOptions): Promise<DatabaseHandle> {
  const dataDir = resolve(options.dataDir);
  const undo: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    prepareDataDir(dataDir);
    const lock = acquireServerLock(dataDir);
    undo.push(() => lock.release());
    const { databaseUrl, log } = options;
    if (databaseUrl === null) {
      const secret = await loadClusterSecret(dataDir);
      const server = await startEmbedded({
        dataDir,
        secret,
        requestedUid: options.uid,
        log,
        archivesLog: options.archivesLog ?? false,
      });
      undo.push(() => server.stop());
      const connect = connector(server.address, secret, EMBEDDED_DATABASE);
      await prepareEmbedded(connect, secret, options);
      return { connect, callerRole: null, close };
    }
    const roles = await prepareExternal(databaseUrl, options);
    const poolerUrl = options.poolerUrl ?? null;
    if (poolerUrl !== null) await checkPooler(poolerUrl);
    const connect = externalConnector(databaseUrl, roles, poolerUrl);
    return { connect, callerRole: poolerUrl === null ? null : roles.caller, close };
  } catch (error) {
    await close();
    throw dataDirError(dataDir, error);
  }
}

/** Runs boot SQL and migrations over one connection; a prepared database costs three queries. */
export async function prepareEmbedded(
  connect: Connect,
  secret: string,
  options: {
    readonly log: Logger;
    readonly migrationsDir: string;
    /** Only these migrations; all when absent. */
    readonly versions?: readonly string[];
  },
): Promise<void> {
  const sql = connect("supabase_admin", { max: 1, settings: { lock_timeout: 0 } });
  try {
    await applyBootSql(sql, secret);
    const { migrationsDir, versions } = options;
    const applied = await applyMigrations(sql, migrationsDir, versions ? { versions } : {});
    if (applied.length > 0) options.log.info({ event: "migrations_applied", versions: applied });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
