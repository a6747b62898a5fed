import { rmSync } from "node:fs";
import { join } from "node:path";
import { prepareDataDir } from "@reign-tv/backend";
import { type ObjectStore, type CopyTarget, acquireServerLock } from "@reign-tv/backend/operations";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import type { BackupManifest } from "#operations/backup/catalog/backup-manifest.ts";
import type { ExtraFiles } from "#operations/backup/extra-files.ts";
import {
  type MediaFiles,
  type RestoredMedia,
  restoreMedia,
} from "#operations/backup/media-files.ts";
import { importIntoFolder } from "#operations/transfer/import/import-into-folder.ts";
import type { OpenExport } from "#operations/transfer/import/read-export.ts";
import {
  restoreKeys,
  readBackupKeys,
  restoreObjects,
  type RestoredExtras,
  restoreExtras,
} from "./restore-files.ts";
import { readTrustedManifest, type Trust } from "#operations/backup/catalog/backup-catalog.ts";
import { fetchExport } from "./fetch-export.ts";
import { assertKnownMigrations } from "./check-migrations.ts";

export type RestoreRowsDeps = {
  readonly dataDir: string;
  /** Target database; null: the embedded one of DATA_DIR. */
  readonly databaseUrl: string | null;
  readonly destination: BackupDestination;
  readonly target: CopyTarget;
  readonly store: ObjectStore;
  readonly extras: ExtraFiles;
  readonly media: MediaFiles;
  /** Folder of the migrations of this release. */
  readonly migrationsDir: string;
  readonly uid: number | null;
  /** Receives progress, one line each. */
  readonly say: (line: string) => void;
} & Trust;

export type RowsReport = RestoredExtras &
  RestoredMedia & {
    /** Rows written to each table. */
    readonly rows: Readonly<Record<string, number>>;
    /** Sentences about data that could not be restored. */
    readonly notDone: readonly string[];
    readonly objectsRestored: number;
    readonly objectsMissing: number;
    readonly keysRestored: readonly string[];
  };

/**
 * Restores rows into a prepared or empty database whose servers are stopped. Overwrites existing rows and
 * deletes none. Verifies everything before the first write.
 *
 * @throws Error in one sentence when a server runs here, the backup is damaged or of a newer release, the
 * passphrase is another one, or the requested time is not the backup's own.
 */
export async function restoreRows(
  { name }: Pick<BackupManifest, "name">,
  deps: RestoreRowsDeps,
): Promise<RowsReport> {
  const { dataDir, destination, store, say } = deps;
  const record = await readTrustedManifest(destination, name, deps);
  if (deps.target instanceof Date) {
    throw new Error(
      `The backup ${record.name} contains rows of one moment, ${record.startedAt}. Later times are not in it: leave out --at.`,
    );
  }
  prepareDataDir(dataDir);
  acquireServerLock(dataDir).release();
  assertKnownMigrations(record, deps.migrationsDir);
  const keys = await readBackupKeys(record, deps);
  const work = join(dataDir, "restore.draft");
  rmSync(work, { recursive: true, force: true });
  try {
    say(`Verifying and unpacking ${record.name} from ${destination.label}...`);
    const from = await fetchExport(destination, record, { ...deps, folder: work });
    const keysRestored = await restoreKeys(dataDir, keys, { replacesOthers: false });
    say("Restoring uploaded files...");
    const objects = await restoreObjects({ destination, store }, [...from.objects.keys()], work);
    const extras = await restoreExtras(deps, record);
    const media = await restoreMedia({ ...deps, isExact: true }, record);
    say("Writing rows...");
    const { rows, notDone } = await importIntoFolder(withoutFiles(from), deps);
    return { rows, notDone, keysRestored, ...objects, ...extras, ...media };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The pool of the destination holds the files. */
export function withoutFiles(from: OpenExport): OpenExport {
  return { ...from, objects: new Map() };
}
