import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Sql } from "postgres";
import { type Connect, connector, socketAddress } from "#server/database/connection.ts";
import { type ClusterLocation, draftLocation } from "#server/database/embedded/cluster-location.ts";
import { ensureCluster } from "#server/database/embedded/cluster.ts";
import { openCluster } from "#server/database/embedded/embedded.ts";
import { stopOnExit } from "#server/database/embedded/stop-on-exit.ts";
import { isOurPostgres, readPidFile } from "#server/database/embedded/postmaster-pid.ts";
import { stopPostmaster } from "#server/database/embedded/postmaster.ts";
import { acquireServerLock, serverLockPath } from "#server/database/embedded/server-lock.ts";
import { requireSpace } from "#server/kit/files/disk-space.ts";
import type { Logger } from "#server/kit/log.ts";
import { StartError } from "#server/kit/start-error.ts";
import { readAppliedVersions } from "#server/database/migrations.ts";
import { type CopiedRows, copyRows } from "./copy-rows.ts";
import { draftFolder, switchClusters } from "./former-cluster.ts";
import { findFormerPrograms } from "./former-programs.ts";
import { makeAlike } from "./make-alike.ts";

export type CarryOverOptions = {
  readonly dataDir: string;
  readonly secret: string;
  readonly log: Logger;
  /** Name of the database inside the cluster. */
  readonly database: string;
  /** Prepares the empty database (roles, schemas, and of the migrations these versions alone). */
  prepare(connect: Connect, versions: readonly string[]): Promise<void>;
  /** Free bytes of the disk that a folder lies on; for tests. */
  readonly freeBytes?: (folder: string) => number;
};

/** For write-ahead log, and for the site to go on. */
const ROOM_LEFT_BYTES = 300_000_000;

/** Nothing is changed there, and no write-ahead log that nobody has fetched goes. */
const FORMER_SETTINGS = {
  default_transaction_read_only: "on",
  autovacuum: "off",
  archive_mode: "on",
  archive_library: "",
  archive_command: "",
};
/** Whatever ends it before the switch, it is made again from the beginning: it needs no write-ahead log. */
const FRESH_SETTINGS = {
  wal_level: "minimal",
  max_wal_senders: "0",
  synchronous_commit: "off",
  autovacuum: "off",
};
/** Rows and definitions arrive as they are: no triggers run, and bodies may name what comes later. */
const FRESH_SESSION = { session_replication_role: "replica", check_function_bodies: "off" };
/** Names then carry their schema; the driver leaves out a setting that is empty. */
const NO_PATH = "set search_path = ''";

/**
 * Brings a cluster that a former major version of PostgreSQL made to the one of this release: the former
 * programs read it, a new cluster beside takes everything, and renames put it in place. The former one stays as
 * `pg.before-postgres-...`. Nothing to do when there is no cluster or it fits.
 *
 * @throws StartError when the cluster is damaged or of a later version, the former programs or the space are
 *   not there, or something would be lost; the cluster is then what it was.
 */
export async function carryOver(
  location: ClusterLocation,
  options: CarryOverOptions,
): Promise<void> {
  const { clusterDir, version } = location;
  const made = clusterMajor(clusterDir);
  if (made === null || made === majorOf(version)) return;
  if (made > majorOf(version)) throw laterCluster(location, made);
  const programs = await findFormerPrograms(location, made);
  requireRoom(location, options);
  const { log } = options;
  log.warn(
    { event: "database_carry_over", from: programs.version, to: version },
    "Another major version of PostgreSQL: the database is carried over, which may take minutes",
  );
  const work = draftFolder(clusterDir);
  await clearDraft(work);
  const fresh = draftLocation(location, work);
  // Tells the guard of a killed start that another one is at work in the same folder.
  acquireServerLock(work);
  try {
    const copied = await copyInto({ ...location, ...programs }, fresh, options);
    const kept = switchClusters(clusterDir, fresh.clusterDir, made);
    log.warn(
      { event: "database_carried_over", from: programs.version, to: version, ...copied, kept },
      "The database was carried over; the former one is kept",
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @returns the major version that made a cluster; null where there is none. */
function clusterMajor(clusterDir: string): number | null {
  const file = join(clusterDir, "PG_VERSION");
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8").trim();
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new StartError(
    `The file ${file} is damaged: it has to tell which PostgreSQL made the database, and a copy of it says so too (cp '${join(clusterDir, "base/1/PG_VERSION")}' '${file}').`,
  );
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

/** What a start that was killed has left, and may still run. */
async function clearDraft(work: string): Promise<void> {
  const clusterDir = join(work, "pg");
  const leftover = readPidFile(clusterDir);
  if (leftover !== null && isOurPostgres(leftover.pid, clusterDir))
    await stopPostmaster(leftover.pid);
  rmSync(work, { recursive: true, force: true });
}

function requireRoom({ clusterDir }: ClusterLocation, { freeBytes }: CarryOverOptions): void {
  const home = dirname(clusterDir);
  const needed = ["base", "global"].reduce(
    (sum, folder) => sum + bytesIn(join(clusterDir, folder)),
    ROOM_LEFT_BYTES,
  );
  const purpose = "Carrying the database over to another major version of PostgreSQL";
  requireSpace(home, { purpose, bytes: needed }, freeBytes?.(home));
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, { size }) => sum + size, 0);
}

async function copyInto(
  former: ClusterLocation,
  fresh: ClusterLocation,
  options: CarryOverOptions,
): Promise<CopiedRows> {
  await using source = await open(former, options, {
    settings: FORMER_SETTINGS,
    lockFile: serverLockPath(options.dataDir),
  });
  await ensureCluster(fresh, options);
  await using target = await open(fresh, options, {
    settings: FRESH_SETTINGS,
    lockFile: serverLockPath(dirname(fresh.clusterDir)),
  });
  await using from = await session(source.connect, {});
  await options.prepare(target.connect, await appliedMigrations(from.sql));
  await using to = await session(target.connect, FRESH_SESSION);
  await makeAlike(from.sql, to.sql);
  const copied = await copyRows(from.sql, to.sql);
  // What the former release prepared is brought up to date by this start as by any other.
  await to.sql.unsafe("delete from supabase_migrations.boot; analyze");
  return copied;
}

type Opened = AsyncDisposable & { readonly connect: Connect };

async function open(
  location: ClusterLocation,
  { dataDir, secret, log, database }: CarryOverOptions,
  way: { readonly settings: Readonly<Record<string, string>>; readonly lockFile: string },
): Promise<Opened> {
  const { pid, socketDir } = await openCluster(location, {
    dataDir,
    secret,
    log,
    extraSettings: way.settings,
  });
  const guard = stopOnExit({
    clusterDir: location.clusterDir,
    lockFile: way.lockFile,
    pid: () => pid,
  });
  return {
    connect: connector(socketAddress(socketDir), secret, database),
    async [Symbol.asyncDispose]() {
      await stopPostmaster(pid);
      guard.dismiss();
    },
  };
}

async function session(
  connect: Connect,
  settings: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly sql: Sql }> {
  const sql = connect("supabase_admin", { max: 1, settings: { lock_timeout: 0, ...settings } });
  await sql.unsafe(NO_PATH);
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) };
}

/** None of a database that was killed at its very first start. */
async function appliedMigrations(sql: Sql): Promise<string[]> {
  const [found] = await sql<{ exists: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as exists`;
  return found?.exists === true ? readAppliedVersions(sql) : [];
}

function laterCluster({ clusterDir, version }: ClusterLocation, made: number): StartError {
  return new StartError(
    `The database in ${clusterDir} was made by PostgreSQL ${made}, this release brings ${version}: start the release that made it, or a newer one.`,
  );
}
