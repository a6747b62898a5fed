import type { Sql } from "postgres";
import {
  countTables,
  findUncounted,
  type TableCounts,
  type ClusterLocation,
  withStartedCluster,
} from "@reign-tv/backend/operations";
import type { RecordedDatabase } from "#operations/backup/catalog/backup-manifest.ts";
import { existsSync } from "node:fs";
import type { Logger } from "@reign-tv/kit/log.ts";

/** Result of checking a restored copy. */
export type CheckedCopy = {
  readonly rows: Readonly<Record<string, number>>;
  /** Tables whose row count differs from the backup's, as lines for people. */
  readonly differences: readonly string[];
};

const CHECKED_INDEXES = 50;

/**
 * Compares the rows of a copy with its backup's counts, and checks its largest indexes against their tables.
 *
 * @param expected null when the copy is of another time than its backup.
 * @throws PostgresError when an index does not fit its table.
 */
export async function checkCopy(
  sql: Sql,
  expected: RecordedDatabase["tables"] | null,
): Promise<CheckedCopy> {
  await checkIndexes(sql);
  const rows = rowsOf(await countTables(sql));
  const uncounted = await findUncounted(sql);
  const differences = Object.entries(expected ?? {}).flatMap(([name, { least, most }]) => {
    if (uncounted.has(name)) return [];
    const found = rows[name];
    if (found !== undefined && found >= least && found <= most) return [];
    const wanted = least === most ? String(least) : `${least} to ${most}`;
    return [`${name}: ${found ?? "no"} rows instead of ${wanted}`];
  });
  return { rows, differences };
}

function rowsOf(counted: TableCounts): Record<string, number> {
  return Object.fromEntries(Object.entries(counted).map(([name, table]) => [name, table.rows]));
}

/** Drops the amcheck extension again: the copy must stay unchanged. */
async function checkIndexes(sql: Sql): Promise<void> {
  const undone = new Error("undone on purpose");
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe("set local lock_timeout = 0; create extension if not exists amcheck");
      await tx`
        select bt_index_check(largest.oid) from (
          select c.oid from pg_class c
          join pg_am am on am.oid = c.relam and am.amname = 'btree'
          join pg_index i on i.indexrelid = c.oid and i.indisvalid
          where c.relkind = 'i' and c.relpersistence = 'p'
          order by c.relpages desc, c.oid limit ${CHECKED_INDEXES}
        ) as largest`;
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
}

/** Counts the database to be replaced, so that an operator sees the lost rows. */
export async function countPresent(
  location: ClusterLocation,
  { secret, log }: { readonly secret: string; readonly log: Logger },
): Promise<CheckedCopy["rows"] | null> {
  if (!existsSync(location.clusterDir)) return null;
  try {
    const dataDir = location.clusterDir;
    return await withStartedCluster(location, { dataDir, secret, log }, async (connect) => {
      const sql = connect("supabase_admin", { max: 1 });
      try {
        return rowsOf(await countTables(sql));
      } finally {
        await sql.end({ timeout: 1 });
      }
    });
  } catch {
    // A database that does not start is often the reason for a restore.
    return null;
  }
}
