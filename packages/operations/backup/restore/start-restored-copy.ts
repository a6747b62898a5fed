import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { pipeline, type Readable, Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { dirname, join } from "node:path";
import {
  type ClusterLocation,
  draftLocation,
  give,
  BASE_FILE,
  MANIFEST_FILE,
  type CopyTarget,
  type RunningCopy,
  startCopy,
  systemIdOf,
  isArchivable,
  walSpool,
  baseBytes,
  unpackBase,
} from "@reign-tv/backend/operations";
import { requireSpace } from "@reign-tv/kit/files/disk-space.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type {
  BackupManifest,
  RecordedDatabase,
} from "#operations/backup/catalog/backup-manifest.ts";
import { catalogPath } from "#operations/backup/catalog/backup-catalog.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { fetchArchive } from "#operations/backup/catalog/wal-archive.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";

/** For WAL, and for the running site. */
const RESERVED_BYTES = 500_000_000;

export type RestoreCopyOptions = {
  readonly destination: BackupDestination;
  readonly record: BackupManifest;
  readonly target: CopyTarget;
  /** Location of the server's own cluster. */
  readonly location: ClusterLocation;
  /** Working folder of the copy; created again. */
  readonly work: string;
  readonly secret: string;
  readonly log: Logger;
};

/** A running copy, and the path of its cluster. */
export type RestoredCopy = RunningCopy & { readonly clusterDir: string };

/**
 * Unpacks the database of a backup next to the server's own, verifies every checksum, and starts it.
 *
 * @throws Error in one sentence when the backup is damaged or the copy does not start.
 */
export async function startRestoredCopy(options: RestoreCopyOptions): Promise<RestoredCopy> {
  const { destination, record, work, target, secret, log } = options;
  const { account } = options.location;
  const database = requireDatabase(record, options.location.version);
  rmSync(work, { recursive: true, force: true });
  const location = draftLocation(options.location, work);
  const manifest = await text(await openChecked(destination, record, MANIFEST_FILE));
  assertSpace(work, manifest);
  const archive = await openChecked(destination, record, BASE_FILE);
  await unpackBase({ archive, manifest, folder: location.clusterDir, account }).catch(
    (error: unknown) => {
      throw damaged(destination, record, error);
    },
  );
  const walFolder = join(work, "wal");
  const isWhole = target !== "backup";
  await fetchArchive(destination, database, { folder: walFolder, isWhole, account });
  if (isWhole && systemIdOf(options.location.clusterDir) === database.systemId) {
    addWaiting(options.location, walFolder);
  }
  const copy = await startCopy({ location, walFolder, target, secret, log }).catch(
    (cause: unknown) => {
      // The log file that the message names is deleted with the copy.
      const [, reason = String(cause)] = /\((.+)\): see /.exec(String(cause)) ?? [];
      throw new Error(`The copy of the backup ${record.name} does not start: ${reason}.`, {
        cause,
      });
    },
  );
  return { ...copy, clusterDir: location.clusterDir };
}

/** @throws Error when the copy would use up the disk space of the running database. */
function assertSpace(work: string, manifest: string): void {
  const bytes = baseBytes(manifest) + RESERVED_BYTES;
  requireSpace(dirname(work), { purpose: "A copy of the database", bytes });
}

/** WAL that the stopped server archived last may not have been moved yet. */
function addWaiting(location: ClusterLocation, walFolder: string): void {
  const spool = walSpool(location);
  const names = existsSync(spool) ? readdirSync(spool).filter(isArchivable) : [];
  for (const name of names) {
    copyFileSync(join(spool, name), join(walFolder, name));
    give(join(walFolder, name), location.account);
  }
}

/** @throws Error when the backup has no database, or one of another major version of PostgreSQL. */
function requireDatabase(
  { name, product, database }: BackupManifest,
  version: string,
): RecordedDatabase {
  if (database === null)
    throw new Error(`The backup ${name} contains no database, only uploaded files.`);
  const [made, ours] = [database.postgres, version].map((full) => full.split(".")[0]);
  if (made === ours) return database;
  throw new Error(
    `Backup ${name} was made with PostgreSQL ${made}, but this release contains PostgreSQL ${ours}. Restore it with release ${product}, then upgrade.`,
  );
}

/**
 * Opens a file of a backup as a stream that fails at its end when the checksum does not match.
 *
 * @throws Error when it is missing.
 */
export async function openChecked(
  destination: BackupDestination,
  record: BackupManifest,
  name: string,
): Promise<Readable> {
  const listed = record.files.find((file) => file.name === name);
  const content = listed && (await destination.read(catalogPath(record.name, name)));
  if (listed === undefined || !content)
    throw damaged(destination, record, new Error(`${name} is missing`));
  const hash = createHash("sha256");
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const isWhole = hash.digest("hex") === listed.sha256;
      done(isWhole ? null : damaged(destination, record, new Error(`${name} has changed`)));
    },
  });
  // A failure of either stream closes both; the reader gets the error.
  pipeline(content, check, () => undefined);
  return check;
}

function damaged(destination: BackupDestination, { name }: BackupManifest, cause: unknown): Error {
  const message = messageOf(cause);
  if (message.startsWith("The backup")) return new Error(message, { cause });
  return new Error(`The backup ${name} in ${destination.label} is damaged: ${message}.`, { cause });
}
