import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ObjectStore } from "#server/backend/storage/files/object-store.ts";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import type { BackupManifest } from "#server/backup/catalog/backup-manifest.ts";
import type { CopyTarget } from "#server/database/base-backup/start-restored-cluster.ts";
import { prepareDataDir } from "#server/database/embedded/data-dir.ts";
import { acquireServerLock } from "#server/database/embedded/server-lock.ts";
import { importIntoFolder } from "#server/transfer/import/import-into-folder.ts";
import type { OpenExport } from "#server/transfer/import/read-export.ts";
import {
  restoreKeys,
  readBackupKeys,
  restoreObjects,
  type BroughtTexts,
  restoreTexts,
} from "./restore-files.ts";
import { readTrustedRecord, type Trust } from "#server/backup/catalog/backup-catalog.ts";
import { fetchExport } from "./fetch-export.ts";
import { assertKnownMigrations } from "./check-migrations.ts";

export type RowsRestoreNeeds = {
  readonly dataDir: string;
  /** Where the rows go; null: into the embedded database of DATA_DIR. */
  readonly databaseUrl: string | null;
  readonly place: BackupDestination;
  readonly target: CopyTarget;
  readonly store: ObjectStore;
  readonly migrations: readonly string[];
  readonly uid: number | null;
  /** Told what is done, one line each. */
  readonly say: (line: string) => void;
} & Trust;

export type RowsReport = BroughtTexts & {
  /** Rows that were put into each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** What could not be put back, in sentences. */
  readonly notDone: readonly string[];
  readonly objectsBrought: number;
  readonly objectsMissing: number;
  readonly keysBrought: readonly string[];
};

/**
 * Puts the rows of a backup into a prepared or an empty database whose servers are stopped. A row that is there becomes
 * what the backup has; none is taken away. Everything is proven before the first row is written.
 *
 * @throws Error in one sentence when a server runs here, the backup is damaged or of a newer release, the passphrase
 *   is another one, or another moment than the backup's own is asked for.
 */
export async function restoreRows(
  { name }: Pick<BackupManifest, "name">,
  needs: RowsRestoreNeeds,
): Promise<RowsReport> {
  const { dataDir, place, store, say } = needs;
  const record = await readTrustedRecord(place, name, needs);
  if (needs.target instanceof Date) {
    throw new Error(
      `The backup ${record.name} holds rows as of one moment, ${record.startedAt}; moments after it are not in it: leave --at out.`,
    );
  }
  prepareDataDir(dataDir);
  acquireServerLock(dataDir).release();
  assertKnownMigrations(record, needs.migrations);
  const keys = await readBackupKeys(record, needs);
  const work = join(dataDir, "restore.draft");
  rmSync(work, { recursive: true, force: true });
  try {
    say(`Verifying and unpacking ${record.name} from ${place.label}...`);
    const from = await fetchExport(place, record, { ...needs, folder: work });
    const keysBrought = await restoreKeys(dataDir, keys, { replacesOthers: false });
    say("Bringing uploaded files...");
    const objects = await restoreObjects({ place, store }, [...from.objects.keys()], work);
    const texts = await restoreTexts(dataDir, place, record);
    say("Writing rows...");
    const { rows, notDone } = await importIntoFolder(withoutFiles(from), needs);
    return { rows, notDone, keysBrought, ...objects, ...texts };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The place's pool brings the files. */
export function withoutFiles(from: OpenExport): OpenExport {
  return { ...from, objects: new Map() };
}
