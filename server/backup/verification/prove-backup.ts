import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { checkCopy } from "#server/backup/restore/check-copy.ts";
import { startRestoredCopy } from "#server/backup/restore/start-restored-copy.ts";
import { findMissingObjects } from "./lost-objects.ts";
import { verifyRows } from "./prove-rows.ts";
import { readRecord } from "#server/backup/catalog/backup-shelf.ts";
import { loadClusterSecret } from "#server/database/embedded/cluster-secret.ts";
import { connectCluster } from "#server/database/base-backup/connect-cluster.ts";
import type { Logger } from "#server/kit/log.ts";

export type ProofOptions = {
  readonly dataDir: string;
  readonly passphrase: string | null;
  /** Account of a PostgreSQL of our own when this process is root; null chooses one. */
  readonly uid: number | null;
  readonly log: Logger;
};

/**
 * Brings a backup back into a temporary folder beside the running database, counts it, and takes it away again.
 *
 * @returns rows that were found in all tables.
 * @throws Error in one sentence when the backup could not be restored.
 */
export async function verifyBackup(
  place: BackupDestination,
  backup: string,
  options: ProofOptions,
): Promise<number> {
  const { dataDir, log } = options;
  const record = await readRecord(place, backup);
  const { rows: kept } = record;
  if (kept !== null) return verifyRows(place, { ...record, rows: kept }, options);
  const { location, home } = await connectCluster(dataDir);
  const work = join(home, "proof.draft");
  const secret = await loadClusterSecret(dataDir);
  try {
    const copy = await startRestoredCopy({
      place,
      record,
      target: "backup",
      location,
      work,
      secret,
      log,
    });
    try {
      const sql = copy.connect("supabase_admin", { max: 1 });
      try {
        const { rows, differences } = await checkCopy(sql, record.database?.tables ?? null);
        const lost = await findMissingObjects(place, record);
        const [first] = [...differences, ...lost];
        if (first !== undefined) throw new Error(`The backup ${backup} is incomplete: ${first}.`);
        return Object.values(rows).reduce((sum, count) => sum + count, 0);
      } finally {
        await sql.end({ timeout: 1 });
      }
    } finally {
      await copy.stop();
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
