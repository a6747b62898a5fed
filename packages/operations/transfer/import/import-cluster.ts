import { rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import * as v from "valibot";
import {
  type ClusterLocation,
  draftLocation,
  locateCluster,
  clusterMajor,
  majorOf,
  acquireServerLock,
  type ServerLock,
  knownMigrations,
  SUPABASE_ROLES,
  withNewCluster,
} from "@reign-tv/backend/operations";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { type ExportManifest, MANIFEST_FILE } from "#operations/transfer/export-format.ts";
import { findTransferredTables, quoted } from "#operations/transfer/transferred-tables.ts";
import { loadRows } from "./load-rows.ts";
import { type OpenExport, tableLines } from "./read-export.ts";
import { replaceCluster } from "./replaced-cluster.ts";

export type ClusterReport = {
  /** Rows of each table, by `schema.name`. */
  readonly rows: Readonly<Record<string, number>>;
  /** Path of the replaced cluster. */
  readonly previousCluster: string;
};

const LOCK_ATTEMPTS = 40;
const LOCK_RETRY_DELAY_MS = 500;
const MESSAGE_DAY = /^realtime\.messages_(\d{4})_(\d\d)_(\d\d)$/;
const countSchema = v.strictTuple([v.object({ rows: v.pipe(v.unknown(), v.toNumber()) })]);

export type ClusterTarget = {
  readonly dataDir: string;
  /** Folder of the product's migrations. */
  readonly migrationsDir: string;
  /** Account of the embedded PostgreSQL when this process is root; null chooses one. */
  readonly uid: number | null;
};

/**
 * Replaces the cluster of an older major version of PostgreSQL with the rows of its export. Builds and
 * compares the new cluster first; until then nothing of DATA_DIR changes.
 *
 * @throws Error in one sentence when the export is not of this cluster as it is now, or a row would be lost.
 */
export async function importCluster(
  from: OpenExport,
  target: ClusterTarget,
): Promise<ClusterReport> {
  const { dataDir, uid } = target;
  const lock = await waitForLock(dataDir);
  try {
    const location = await locateCluster({ dataDir, requestedUid: uid });
    const { clusterDir, version } = location;
    const previousMajor = clusterMajor(clusterDir);
    if (previousMajor === null || Number(previousMajor) >= Number(majorOf(version))) {
      throw new Error(`There is no database of an older PostgreSQL than ${version} in ${dataDir}.`);
    }
    requireCurrent(from, clusterDir);
    const work = join(dirname(clusterDir), "import.draft");
    rmSync(work, { recursive: true, force: true });
    try {
      const fresh = draftLocation(location, work);
      const rows = await makeCluster(from, fresh, target);
      return { rows, previousCluster: replaceCluster(clusterDir, fresh.clusterDir, previousMajor) };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

/** A supervisor restarts servers that hold the lock until they have rejected its database. */
async function waitForLock(dataDir: string): Promise<ServerLock> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return acquireServerLock(dataDir);
    } catch (error) {
      if (!(error instanceof StartError) || attempt === LOCK_ATTEMPTS) throw error;
      await sleep(LOCK_RETRY_DELAY_MS);
    }
  }
}

/** @throws Error when the cluster may have been written to after its export. */
function requireCurrent({ folder }: OpenExport, clusterDir: string): void {
  const written = statSync(join(clusterDir, "global", "pg_control")).mtimeMs;
  if (written <= statSync(join(folder, MANIFEST_FILE)).mtimeMs) return;
  throw new Error(
    `The database in ${clusterDir} was started after the export in ${folder} was made: export it again.`,
  );
}

async function makeCluster(
  from: OpenExport,
  fresh: ClusterLocation,
  { dataDir, migrationsDir }: ClusterTarget,
): Promise<Record<string, number>> {
  const versions = from.manifest.database?.migrations ?? [];
  const known = knownMigrations(migrationsDir);
  const unknown = versions.find((one) => !known.includes(one));
  if (unknown !== undefined) {
    throw new Error(`This release lacks the migration ${unknown}: import with a newer one.`);
  }
  // These migrations fit the rows; the next start applies the others.
  return withNewCluster(fresh, { dataDir, migrationsDir, versions }, async (connect) => {
    // Replica mode disables triggers and foreign keys: rows arrive unchanged, in any order.
    const settings = { session_replication_role: "replica", lock_timeout: 0, statement_timeout: 0 };
    const sql = connect("supabase_admin", { max: 1, settings });
    try {
      return await loadTables(sql, from);
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}

async function loadTables(sql: Sql, from: OpenExport): Promise<Record<string, number>> {
  const { tables, database } = from.manifest;
  for (const { name } of tables) await makeMessageDay(sql, name);
  const targets = new Map(
    (await findTransferredTables(sql, true)).map((table) => [table.name, table]),
  );
  // Remove rows of the migrations and reset the sequences of empty tables.
  await sql.unsafe(`truncate ${[...targets.keys()].map(quoted).join(", ")}`);
  const rows: Record<string, number> = {};
  for (const table of tables) {
    rows[table.name] = 0;
    if (table.rows === 0) continue;
    const target = targets.get(table.name);
    const known = target?.columns.map((column) => column.name) ?? [];
    const lost = table.columns.filter((column) => !known.includes(column));
    if (target === undefined || lost.length > 0) throw unknownTable(table, target && lost);
    const to = { table, target, disablesTriggers: false, parsesJson: true };
    await loadRows(sql, to, tableLines(from, table));
    rows[table.name] = await countRows(sql, table.name);
    if (rows[table.name] !== table.rows) {
      throw new Error(`${table.name} has ${rows[table.name]} rows of ${table.rows}.`);
    }
  }
  for (const { name, last } of database?.sequences ?? []) {
    if (last === null) await sql.unsafe(`alter sequence ${name} restart`);
    else await sql`select setval(${name}::regclass, ${last}::bigint)`;
  }
  // Makes the next start run the boot SQL again on these rows.
  await sql.unsafe("delete from supabase_migrations.boot; analyze");
  return rows;
}

/** Each day of messages is a table, which the server creates and drops. */
async function makeMessageDay(sql: Sql, name: string): Promise<void> {
  const [, year, month, day] = MESSAGE_DAY.exec(name) ?? [];
  if (year === undefined) return;
  const from = `${year}-${month}-${day}`;
  await sql.unsafe(`
    create table if not exists ${quoted(name)} partition of realtime.messages
      for values from ('${from}') to (date '${from}' + 1);
    alter table ${quoted(name)} owner to ${SUPABASE_ROLES.realtime}`);
}

async function countRows(sql: Sql, name: string): Promise<number> {
  const [{ rows }] = v.parse(
    countSchema,
    await sql.unsafe(`select count(*) as rows from ${quoted(name)}`),
  );
  return rows;
}

function unknownTable(
  { name, rows }: ExportManifest["tables"][number],
  columns: readonly string[] = [],
): Error {
  const what = columns.length > 0 ? `${name} (${columns.join(", ")})` : name;
  return new Error(
    `This release has no ${what}: take it away with the release before, or keep its ${rows} rows elsewhere.`,
  );
}
