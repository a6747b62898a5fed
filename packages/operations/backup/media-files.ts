import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import * as v from "valibot";
import { megabytes, readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import { hashFile, writeHashed } from "@reign-tv/kit/files/hashed-file.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import { type BackupManifest, MEDIA_FILE } from "./catalog/backup-manifest.ts";
import { type PooledObject, poolName, readPool } from "./catalog/object-pool.ts";
import type { BackupDestination } from "./destinations/backup-destination.ts";
import { openChecked } from "./restore/start-restored-copy.ts";

/** Large files of a server, one folder for each item, which backups contain by choice. */
export type MediaFiles = {
  /** Absolute path of the folder with the items' folders. */
  readonly folder: string;
  /** New backups contain them. */
  readonly isIncluded: boolean;
  /**
   * Selects from the names in an item's folder those that belong in a backup: none before the item is whole. A restore
   * follows their order; after a file that the backup lacks it writes none of the item.
   */
  readonly select: (names: readonly string[]) => readonly string[];
  /** Called after a restore with the items that got files. */
  readonly onRestored: (items: readonly string[]) => Promise<void>;
};

/** What backups leave free on the disk of a destination, and restores on the disk of the media. */
const RESERVED_BYTES = 1_000_000_000;

const NAME = /^[\w-][\w.-]{0,99}$/;
const listSchema = v.array(
  v.object({
    item: v.pipe(v.string(), v.regex(NAME)),
    name: v.pipe(v.string(), v.regex(NAME)),
    bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    /** Time of the last change; milliseconds since the epoch. */
    changedMs: v.pipe(v.number(), v.safeInteger()),
  }),
);

/** A file of the list in a backup. */
export type MediaFile = v.InferOutput<typeof listSchema>[number];

/** Name of a file's content in the pool: a file with the same name, size and time is not read again. */
function versionOf({ item, name, bytes, changedMs }: MediaFile): string {
  const hash = createHash("sha256").update(`${item}/${name} ${bytes} ${changedMs}`).digest("hex");
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

async function measure(path: string): Promise<Pick<MediaFile, "bytes" | "changedMs"> | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? { bytes: found.size, changedMs: Math.floor(found.mtimeMs) } : null;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function isUnchanged(path: string, file: MediaFile): Promise<boolean> {
  const found = await measure(path);
  return found !== null && versionOf({ ...file, ...found }) === versionOf(file);
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).filter((name) => NAME.test(name));
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return [];
    throw error;
  }
}

/** Lists the files that belong in a backup now. */
export async function listMedia({
  folder,
  select,
}: Pick<MediaFiles, "folder" | "select">): Promise<MediaFile[]> {
  const files: MediaFile[] = [];
  for (const item of await namesIn(folder)) {
    for (const name of select(await namesIn(join(folder, item)))) {
      const found = await measure(join(folder, item, name));
      if (found !== null) files.push({ item, name, ...found });
    }
  }
  return files;
}

/** Media in a backup: the list for MEDIA_FILE, and their objects in the pool. */
export type CopiedMedia = {
  readonly files: readonly MediaFile[];
  readonly objects: readonly PooledObject[];
};

/**
 * Copies the media files that the pool of a destination lacks.
 *
 * @param files as `listMedia` returned them; one that was deleted or replaced since is left to the next backup.
 * @throws Error in one sentence when the destination has too little space; nothing is copied then.
 */
export async function copyMedia(
  { folder }: Pick<MediaFiles, "folder">,
  files: readonly MediaFile[],
  destination: BackupDestination,
): Promise<CopiedMedia> {
  const pool = await readPool(destination);
  const lacking = files.filter((file) => !pool.has(versionOf(file)));
  const needed = lacking.reduce((sum, { bytes }) => sum + bytes, 0);
  const free = (await destination.freeBytes()) ?? Infinity;
  if (needed > 0 && free < needed + RESERVED_BYTES) {
    throw new Error(
      `${destination.label} has ${megabytes(free)} MB free, but the own videos need ${megabytes(needed + RESERVED_BYTES)} MB. Free up space there, or set BACKUP_DIR to a folder on another disk.`,
    );
  }
  for (const file of lacking) {
    const version = versionOf(file);
    const path = join(folder, file.item, file.name);
    try {
      const { sha256, bytes } = await hashFile(path);
      if (!(await isUnchanged(path, file))) continue;
      await destination.put(poolName({ version, sha256 }), { path, bytes, sha256 });
      pool.set(version, { version, sha256, bytes });
    } catch (error) {
      if (await isUnchanged(path, file)) throw error;
    }
  }
  const kept = files.flatMap((file) => {
    const object = pool.get(versionOf(file));
    return object === undefined ? [] : [{ file, object }];
  });
  return { files: kept.map(({ file }) => file), objects: kept.map(({ object }) => object) };
}

export type RestoredMedia = {
  /** Media files that were written, and those that the backup names but its pool lacks. */
  readonly mediaRestored: number;
  readonly mediaMissing: number;
  /** Why none was written, in one sentence; null when nothing was in the way. */
  readonly mediaProblem: string | null;
};

type RestoreMediaDeps = {
  readonly destination: BackupDestination;
  readonly media: MediaFiles;
  /** Files that differ become those of the backup, as its rows do; otherwise those that are there stay. */
  readonly isExact: boolean;
  /** Free bytes on the disk of the media; tests give their own. */
  readonly freeBytes?: () => Promise<number>;
};

/** Writes the media files of a backup that the server lacks. Too little space does not stop the restore. */
export async function restoreMedia(
  { destination, media, isExact, freeBytes }: RestoreMediaDeps,
  record: BackupManifest,
): Promise<RestoredMedia> {
  if (!record.files.some(({ name }) => name === MEDIA_FILE)) {
    return { mediaRestored: 0, mediaMissing: 0, mediaProblem: null };
  }
  const content = await openChecked(destination, record, MEDIA_FILE);
  const listed = v.parse(listSchema, await json(content.pipe(createGunzip())));
  const lacking: MediaFile[] = [];
  for (const file of listed) {
    const path = join(media.folder, file.item, file.name);
    const isLacking = isExact ? !(await isUnchanged(path, file)) : (await measure(path)) === null;
    if (isLacking) lacking.push(file);
  }
  await mkdir(media.folder, { recursive: true, mode: 0o700 });
  const needed = lacking.reduce((sum, { bytes }) => sum + bytes, RESERVED_BYTES);
  const free = await (freeBytes?.() ?? readDiskSpace(media.folder).then((disk) => disk.freeBytes));
  if (lacking.length > 0 && free < needed) {
    const mediaProblem = `${media.folder} has ${megabytes(free)} MB free, but the own videos need ${megabytes(needed)} MB: free up space there and restore once more.`;
    return { mediaRestored: 0, mediaMissing: lacking.length, mediaProblem };
  }
  const pool = lacking.length === 0 ? new Map<string, PooledObject>() : await readPool(destination);
  const items = new Set<string>();
  const incomplete = new Set<string>();
  let mediaRestored = 0;
  for (const file of lacking) {
    if (incomplete.has(file.item)) continue;
    const object = pool.get(versionOf(file));
    if (object !== undefined && (await restoreFile(destination, object, { media, file }))) {
      mediaRestored += 1;
      items.add(file.item);
    } else incomplete.add(file.item);
  }
  if (items.size > 0) await media.onRestored([...items]);
  return { mediaRestored, mediaMissing: lacking.length - mediaRestored, mediaProblem: null };
}

/** Writes a file with its time, by which the next backup knows it. @returns false for a damaged object. */
async function restoreFile(
  destination: BackupDestination,
  object: PooledObject,
  { media, file }: { readonly media: MediaFiles; readonly file: MediaFile },
): Promise<boolean> {
  const content = await destination.read(poolName(object));
  if (content === null) return false;
  const path = join(media.folder, file.item, file.name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = join(dirname(path), `.restored-${file.name}`);
  try {
    const { sha256 } = await writeHashed(content, draft);
    if (sha256 !== object.sha256) return false;
    const changed = new Date(file.changedMs);
    await utimes(draft, changed, changed);
    await rename(draft, path);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}
