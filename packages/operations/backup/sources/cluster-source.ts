import { join } from "node:path";
import * as v from "valibot";
import { readKeys } from "#operations/backup/encrypted-keys.ts";
import type { RecordedDatabase } from "#operations/backup/catalog/backup-manifest.ts";
import {
  BASE_FILE,
  MANIFEST_FILE,
  takeBaseBackup,
  type RunningCluster,
  connectCluster,
  countTables,
  type TableCounts,
} from "@reign-tv/backend/operations";
import type { BackupSource } from "./backup-source.ts";

const settingsSchema = v.pipe(
  v.array(
    v.object({ segmentBytes: v.pipe(v.unknown(), v.toNumber()), migrations: v.array(v.string()) }),
  ),
  v.length(1),
);

/**
 * The embedded database, copied with PostgreSQL's base backup.
 *
 * @throws StartError when none runs in DATA_DIR.
 */
export async function openClusterSource(dataDir: string): Promise<BackupSource> {
  const cluster = await connectCluster(dataDir);
  return {
    home: cluster.home,
    account: cluster.location.account,
    connect: () => cluster.connect("supabase_admin", { max: 1, fetchTypes: false }),
    readKeys: () => Promise.resolve(readKeys(dataDir)),
    sizeBytes: () => sizeOf(cluster),
    async copy(work) {
      const folder = join(work, "base");
      const database = await copyDatabase(cluster, folder);
      const files = [BASE_FILE, MANIFEST_FILE].map((name) => ({ name, path: join(folder, name) }));
      return { database, rows: null, files };
    },
  };
}

async function copyDatabase(cluster: RunningCluster, folder: string): Promise<RecordedDatabase> {
  const sql = cluster.connect("supabase_admin", { max: 1 });
  try {
    const [settings] = v.parse(
      settingsSchema,
      await sql`
        select (select setting from pg_settings where name = 'wal_segment_size') as "segmentBytes",
               array(select version from supabase_migrations.schema_migrations order by 1) as migrations`,
    );
    const before = await countTables(sql);
    const { systemId, timeline, startLsn } = await takeBaseBackup(cluster, folder);
    const tables = boundsOf(before, await countTables(sql));
    const { segmentBytes = 0, migrations = [] } = settings ?? {};
    const postgres = cluster.location.version;
    return { postgres, systemId, timeline, startLsn, segmentBytes, migrations, tables };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The copy shows a moment between two counts: writes in between make the difference. */
function boundsOf(before: TableCounts, after: TableCounts): RecordedDatabase["tables"] {
  const both = Object.entries(before).flatMap(([name, first]) => {
    const last = after[name];
    if (last === undefined) return [];
    const written = last.changes - first.changes;
    const least = Math.max(0, Math.min(first.rows, last.rows) - written);
    return [[name, { least, most: Math.max(first.rows, last.rows) + written }] as const];
  });
  return Object.fromEntries(both);
}

async function sizeOf(cluster: RunningCluster): Promise<number> {
  const sql = cluster.connect("supabase_admin", { max: 1, fetchTypes: false });
  try {
    const rows = await sql<{ bytes: string }[]>`
      select sum(pg_database_size(oid)) as bytes from pg_database`;
    return Number(rows[0]?.bytes ?? 0);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
