import { mkdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type ObjectStore, give } from "@reign-tv/backend/operations";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { megabytes, readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import { hashFile, type HashedFile } from "@reign-tv/kit/files/hashed-file.ts";
import {
  backupName,
  type BackupManifest,
  MEDIA_FILE,
  OBJECTS_FILE,
  PLAIN_KEYS_FILE,
  BACKUP_MANIFEST_FILE,
  ENCRYPTED_KEYS_FILE,
  writeManifest,
} from "./catalog/backup-manifest.ts";
import {
  listBackups,
  readManifest,
  removeIncompleteBackups,
  catalogPath,
} from "./catalog/backup-catalog.ts";
import { acquireBackupLock } from "./backup-lock.ts";
import { fillPool, type PooledObject, readPool } from "./catalog/object-pool.ts";
import type { BackupDestination } from "./destinations/backup-destination.ts";
import { createEncryptionKey, encryptKeys } from "./encrypted-keys.ts";
import type { ExtraFiles } from "./extra-files.ts";
import { type CopiedMedia, copyMedia, listMedia, type MediaFiles } from "./media-files.ts";
import type { BackupSource } from "./sources/backup-source.ts";
import { openClusterSource } from "./sources/cluster-source.ts";
import { openRowsSource } from "./sources/rows-source.ts";

export type BackupDeps = {
  readonly dataDir: string;
  /** An external database; null: the embedded one of DATA_DIR. */
  readonly databaseUrl: string | null;
  /** A restore reads the first one first. */
  readonly destinations: readonly BackupDestination[];
  /** Uploaded files. */
  readonly store: ObjectStore;
  readonly extras: ExtraFiles;
  readonly media: MediaFiles;
  /** Version of the product that makes the backup. */
  readonly product: string;
  /** Encrypts the keys; null: they are stored as plain text, on a local disk only. */
  readonly passphrase: string | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Required free space, as a multiple of the last backup's size. */
const SPACE_FACTOR = 2;

/**
 * Makes a backup of the running server: database first, then uploaded files, so that every row finds its
 * file. The manifest comes last; an interrupted backup leaves none.
 *
 * @returns the manifest.
 * @throws Error in one sentence when another one runs, when there is too little space, when a destination failed, or
 * when the media could not be copied, without which the backup is made then.
 */
export async function makeBackup(deps: BackupDeps): Promise<BackupManifest> {
  const { databaseUrl } = deps;
  const source =
    databaseUrl === null
      ? await openClusterSource(deps.dataDir)
      : await openRowsSource({ ...deps, databaseUrl });
  await using _lock = await acquireBackupLock(source);
  const work = join(source.home, "backup.draft");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { mode: 0o700 });
  give(work, source.account);
  try {
    return await writeBackup(deps, source, work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function writeBackup(
  deps: BackupDeps,
  source: BackupSource,
  work: string,
): Promise<BackupManifest> {
  const { destinations, now } = deps;
  const startedMs = now();
  for (const destination of destinations) {
    await removeIncompleteBackups(destination, startedMs);
    await requireSpace(destination, source, work);
  }
  // A file deleted during the copy is in the pool before it, a new one after it.
  const pooled = await fillPools(deps, work);
  const copied = await source.copy(work, pooled);
  const objects = await fillPools(deps, work);
  const files: NamedFile[] = [];
  for (const { name, path } of copied.files) files.push({ name, ...(await hashFile(path)) });
  const media = await copyMediaEverywhere(deps);
  const pool = [...objects, ...(media.copied?.objects ?? [])];
  files.push(await written(work, OBJECTS_FILE, gzipSync(JSON.stringify(pool))));
  if (media.copied !== null) {
    const list = gzipSync(JSON.stringify(media.copied.files));
    files.push(await written(work, MEDIA_FILE, list));
  }
  for (const { name, content } of await deps.extras.pack()) {
    files.push(await written(work, name, content));
  }
  const record: BackupManifest = {
    format: 1,
    name: await freeName(destinations, startedMs),
    product: deps.product,
    startedAt: new Date(startedMs).toISOString(),
    finishedAt: new Date(now()).toISOString(),
    database: copied.database,
    rows: copied.rows,
    files: [],
    objects: totalOf(objects),
    media: media.copied && totalOf(media.copied.files),
    keys: "absent",
  };
  await storeEverywhere(deps, record, { source, work, files });
  if (media.failure !== null) throw media.failure;
  return record;
}

function totalOf(files: readonly { readonly bytes: number }[]): { count: number; bytes: number } {
  return { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** The database is worth a backup without them too, so that a failure is returned and thrown at the end. */
async function copyMediaEverywhere({
  destinations,
  media,
}: BackupDeps): Promise<{ copied: CopiedMedia | null; failure: Error | null }> {
  if (!media.isIncluded) return { copied: null, failure: null };
  try {
    let copied: CopiedMedia = { files: await listMedia(media), objects: [] };
    for (const destination of destinations) {
      copied = await copyMedia(media, copied.files, destination);
    }
    return { copied, failure: null };
  } catch (cause) {
    const message = `The backup was made without the own videos: ${messageOf(cause)}`;
    return { copied: null, failure: new Error(message, { cause }) };
  }
}

/** Names are seconds: takes the next one that no destination has. */
async function freeName(destinations: readonly BackupDestination[], atMs: number): Promise<string> {
  const taken = new Set((await Promise.all(destinations.map(listBackups))).flat());
  for (let ms = atMs; ; ms += 1_000) {
    const name = backupName(ms);
    if (!taken.has(name)) return name;
  }
}

type Copy = {
  readonly source: BackupSource;
  readonly work: string;
  readonly files: readonly NamedFile[];
};

/** A failing destination does not stop the others; its error is thrown afterwards. */
async function storeEverywhere(
  deps: BackupDeps,
  record: BackupManifest,
  { source, work, files }: Copy,
): Promise<void> {
  const failures: Error[] = [];
  const signing = deps.passphrase === null ? null : await createEncryptionKey(deps.passphrase);
  for (const destination of deps.destinations) {
    try {
      assertEncrypted(record, destination);
      const keys = await keysFile(deps, destination, { source, work });
      const all = [...files, ...keys.files];
      for (const { name, ...file } of all)
        await destination.put(catalogPath(record.name, name), file);
      const complete: BackupManifest = {
        ...record,
        keys: keys.kind,
        files: all.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
      };
      const manifest = writeManifest(complete, signing);
      const { name, ...file } = await written(work, BACKUP_MANIFEST_FILE, manifest);
      await destination.put(catalogPath(record.name, name), file);
    } catch (cause) {
      const message = messageOf(cause);
      failures.push(
        new Error(`The backup could not be written to ${destination.label}: ${message}`, { cause }),
      );
    }
  }
  const [first] = failures;
  if (first !== undefined) throw first;
}

/** Copies new uploaded files to each destination; resolves with all files of the store. */
async function fillPools(
  { destinations, store }: BackupDeps,
  scratch: string,
): Promise<PooledObject[]> {
  let present: PooledObject[] = [];
  for (const destination of destinations) {
    present = await fillPool(destination, await readPool(destination), { store, scratch });
  }
  return present;
}

/** Rows of an external database hold TOTP secrets, which a third party must not read. */
function assertEncrypted({ rows }: BackupManifest, { isThirdParty }: BackupDestination): void {
  if (rows === null || rows.isSealed || !isThirdParty) return;
  throw new Error("set BACKUP_PASSPHRASE, without which these rows would lie open there");
}

/** @throws Error when the disk of the destination, or of the working folder, is too full to start. */
async function requireSpace(
  destination: BackupDestination,
  source: BackupSource,
  work: string,
): Promise<void> {
  const needed = SPACE_FACTOR * (await lastBytes(destination, source));
  const disks = [
    { label: source.home, free: (await readDiskSpace(work)).freeBytes },
    { label: destination.label, free: (await destination.freeBytes()) ?? Infinity },
  ];
  for (const { label, free } of disks) {
    if (free >= needed) continue;
    throw new Error(
      `${label} has ${megabytes(free)} MB free, but a backup needs ${megabytes(needed)} MB. Free up space there, or set BACKUP_DIR to a folder on another disk.`,
    );
  }
}

/** Size of the last backup; before the first, size of the database. */
async function lastBytes(destination: BackupDestination, source: BackupSource): Promise<number> {
  const [newest] = await listBackups(destination);
  if (newest === undefined) return source.sizeBytes();
  const { files } = await readManifest(destination, newest);
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Keys leave this machine only when a passphrase encrypts them. */
async function keysFile(
  { passphrase }: BackupDeps,
  destination: BackupDestination,
  { source, work }: Pick<Copy, "source" | "work">,
): Promise<{ kind: BackupManifest["keys"]; files: NamedFile[] }> {
  const keys = await source.readKeys();
  if (passphrase !== null) {
    const sealed = await encryptKeys(keys, passphrase);
    return { kind: "sealed", files: [await written(work, ENCRYPTED_KEYS_FILE, sealed)] };
  }
  if (destination.isThirdParty) return { kind: "absent", files: [] };
  return { kind: "open", files: [await written(work, PLAIN_KEYS_FILE, JSON.stringify(keys))] };
}

type NamedFile = HashedFile & { readonly name: string };

async function written(work: string, name: string, content: string | Buffer): Promise<NamedFile> {
  await writeFile(join(work, name), content, { mode: 0o600 });
  return { name, ...(await hashFile(join(work, name))) };
}
