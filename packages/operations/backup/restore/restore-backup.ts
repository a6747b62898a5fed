import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { prepareDataDir } from "@reign-tv/backend";
import {
  type ObjectStore,
  type ClusterLocation,
  locateCluster,
  loadClusterSecret,
  type CopyTarget,
  spoolTimelineHistories,
  stopLeftover,
  systemIdOf,
  acquireServerLock,
} from "@reign-tv/backend/operations";
import type { Logger } from "@reign-tv/kit/log.ts";
import { type BackupManifest, backupName } from "#operations/backup/catalog/backup-manifest.ts";
import { readTrustedManifest, type Trust } from "#operations/backup/catalog/backup-catalog.ts";
import {
  restoreObjects,
  objectVersions,
  restoreKeys,
  readBackupKeys,
  type RestoredExtras,
  restoreExtras,
} from "./restore-files.ts";
import { checkCopy, type CheckedCopy, countPresent } from "./verify-copy.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { startRestoredCopy } from "./start-restored-copy.ts";
import { assertKnownMigrations } from "./check-migrations.ts";
import type { Keys } from "#operations/backup/encrypted-keys.ts";
import type { ExtraFiles } from "#operations/backup/extra-files.ts";
import {
  type MediaFiles,
  type RestoredMedia,
  restoreMedia,
} from "#operations/backup/media-files.ts";

export type RestoreDeps = Trust & {
  readonly dataDir: string;
  readonly destination: BackupDestination;
  /** Name of the backup. */
  readonly backup: string;
  readonly target: CopyTarget;
  /** Destination of uploaded files. */
  readonly store: ObjectStore;
  readonly extras: ExtraFiles;
  readonly media: MediaFiles;
  /** Folder of the migrations of this release. */
  readonly migrationsDir: string;
  readonly uid: number | null;
  readonly log: Logger;
  readonly now: () => number;
  /** Receives progress, one line each. */
  readonly say: (line: string) => void;
};

export type RestoreReport = RestoredExtras &
  RestoredMedia & {
    readonly rows: CheckedCopy["rows"];
    /** Rows of the replaced cluster; null when there was none, or it does not start. */
    readonly rowsBefore: CheckedCopy["rows"] | null;
    /** Time of the last change in the copy; null when it has none after its backup began. */
    readonly lastChangeAt: Date | null;
    /** Path of the previous cluster; null when there was none. */
    readonly previousCluster: string | null;
    readonly objectsRestored: number;
    /** Rows whose uploaded file neither the store nor the backup has. */
    readonly objectsMissing: number;
    /** Names of keys that were written to DATA_DIR/secrets. */
    readonly keysRestored: readonly string[];
  };

/**
 * Replaces the database of a DATA_DIR whose server is stopped. Nothing changes until the backup is verified
 * and the copy has run; the previous cluster is kept.
 *
 * @throws Error in one sentence when the server runs, the backup is damaged or of a newer release, or the
 * passphrase is another one.
 */
export async function restoreBackup(deps: RestoreDeps): Promise<RestoreReport> {
  const { dataDir, destination, backup } = deps;
  prepareDataDir(dataDir);
  const lock = acquireServerLock(dataDir);
  try {
    const record = await readTrustedManifest(destination, backup, deps);
    assertKnownMigrations(record, deps.migrationsDir);
    const keys = await readBackupKeys(record, deps);
    const location = await locateCluster({ dataDir, requestedUid: deps.uid });
    await stopLeftover(location);
    const work = join(dirname(location.clusterDir), "restore.draft");
    try {
      return await restoreDatabase(deps, { record, keys, location, work });
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

type Restore = {
  readonly record: BackupManifest;
  readonly keys: Keys;
  readonly location: ClusterLocation;
  readonly work: string;
};

async function restoreDatabase(deps: RestoreDeps, restore: Restore): Promise<RestoreReport> {
  const { dataDir, destination, target, log, say } = deps;
  const { record, location, work } = restore;
  say(`Verifying and unpacking ${record.name} from ${destination.label}...`);
  if (existsSync(location.clusterDir)) {
    say(`It replaces ${location.clusterDir}; the current database is kept next to it.`);
  }
  const secret = await loadClusterSecret(dataDir);
  const copy = await startRestoredCopy({
    destination,
    record,
    target,
    location,
    work,
    secret,
    log,
  });
  let found: { checked: CheckedCopy; versions: readonly string[] };
  try {
    const sql = copy.connect("supabase_admin", { max: 1 });
    try {
      say("The copy runs; counting...");
      const expected = target === "backup" ? (record.database?.tables ?? null) : null;
      const checked = await checkCopy(sql, expected);
      const [difference] = checked.differences;
      if (difference !== undefined)
        throw new Error(`The restored copy does not match the backup: ${difference}.`);
      found = { checked, versions: await objectVersions(sql) };
    } finally {
      await sql.end({ timeout: 1 });
    }
  } finally {
    await copy.stop();
  }
  const rowsBefore = await countPresent(location, { secret, log });
  say("Restoring uploaded files...");
  const objects = await restoreObjects(deps, found.versions, work);
  const extras = await restoreExtras(deps, record);
  const media = await restoreMedia({ ...deps, isExact: target === "backup" }, record);
  const isSame = systemIdOf(location.clusterDir) === record.database?.systemId;
  const keysRestored = await restoreKeys(dataDir, restore.keys, { replacesOthers: !isSame });
  const previousCluster = switchClusters(location.clusterDir, copy.clusterDir, deps.now());
  spoolTimelineHistories(location);
  const { lastChangeAt } = copy;
  return {
    rows: found.checked.rows,
    rowsBefore,
    lastChangeAt,
    previousCluster,
    ...objects,
    ...extras,
    ...media,
    keysRestored,
  };
}

/** Two renames. In between there is no cluster; a start does not create one while a previous one exists. */
function switchClusters(clusterDir: string, copyDir: string, nowMs: number): string | null {
  const kept = existsSync(clusterDir) ? `${clusterDir}.before-${backupName(nowMs)}` : null;
  if (kept !== null) renameSync(clusterDir, kept);
  renameSync(copyDir, clusterDir);
  return kept;
}
