import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createDiskStore } from "#server/backend/storage/files/disk-store.ts";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { fetchExport } from "#server/backup/restore/fetch-export.ts";
import { withoutFiles } from "#server/backup/restore/restore-rows.ts";
import type { BackupManifest, RecordedRows } from "#server/backup/catalog/backup-manifest.ts";
import { importIntoFolder } from "#server/transfer/import/import-into-folder.ts";
import { findMissingObjects } from "./lost-objects.ts";

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
