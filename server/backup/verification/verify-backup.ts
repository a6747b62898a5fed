import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { openChecked, startRestoredCopy } from "#server/backup/restore/start-restored-copy.ts";
import {
  type BackupManifest,
  OBJECTS_FILE,
  type RecordedRows,
} from "#server/backup/catalog/backup-manifest.ts";
import { readPool } from "#server/backup/catalog/object-pool.ts";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createDiskStore } from "#server/backend/storage/files/disk-store.ts";
import { fetchExport } from "#server/backup/restore/fetch-export.ts";
import { withoutFiles } from "#server/backup/restore/restore-rows.ts";
import { importIntoFolder } from "#server/transfer/import/import-into-folder.ts";
import { checkCopy } from "#server/backup/restore/verify-copy.ts";
import { readTrustedRecord } from "#server/backup/catalog/backup-catalog.ts";
import { loadClusterSecret } from "#server/database/embedded/cluster-secret.ts";
import { connectCluster } from "#server/database/base-backup/connect-cluster.ts";
import type { Logger } from "#server/kit/log.ts";

const objectsSchema = z.array(
  z.object({ version: z.string(), sha256: z.string(), bytes: z.number() }),
);

/** Uploaded files of the backup that its place has no more, or not whole, as lines for people. */
export async function findMissingObjects(
  place: BackupDestination,
  record: BackupManifest,
): Promise<string[]> {
  const list = (await openChecked(place, record, OBJECTS_FILE)).pipe(createGunzip());
  const pool = await readPool(place);
  return objectsSchema.parse(await json(list)).flatMap(({ version, sha256, bytes }) => {
    const kept = pool.get(version);
    const isWhole = kept?.sha256 === sha256 && kept.bytes === bytes;
    return isWhole ? [] : [`the uploaded file ${version} is not in ${place.label}`];
  });
}

/**
 * Loads the rows of a backup into an embedded database of their own in a temporary folder, counts them, and takes it
 * away again. The database at DATABASE_URL is not touched.
 *
 * @returns rows that were loaded.
 * @throws Error in one sentence when the backup could not be restored.
 */
export async function verifyRows(
  place: BackupDestination,
  record: BackupManifest & { readonly rows: RecordedRows },
  options: {
    readonly dataDir: string;
    readonly passphrase: string | null;
    readonly uid: number | null;
  },
): Promise<number> {
  const work = join(options.dataDir, "proof.draft");
  rmSync(work, { recursive: true, force: true });
  const dataDir = join(work, "server");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const folder = join(work, "export");
    const from = await fetchExport(place, record, { folder, passphrase: options.passphrase });
    const store = createDiskStore(join(dataDir, "storage", "objects"));
    const target = { dataDir, store, uid: options.uid };
    const { rows, notDone } = await importIntoFolder(withoutFiles(from), target);
    const differences = Object.entries(record.rows.tables)
      .filter(([name, count]) => rows[name] !== count)
      .map(([name, count]) => `${name}: ${rows[name] ?? "no table"} instead of ${count} rows`);
    const [first] = [...notDone, ...differences, ...(await findMissingObjects(place, record))];
    if (first !== undefined) {
      throw new Error(`The backup ${record.name} is incomplete: ${first}.`);
    }
    return Object.values(rows).reduce((sum, count) => sum + count, 0);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

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
  const record = await readTrustedRecord(place, backup, options);
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
