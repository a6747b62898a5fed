import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Logger } from "#server/kit/log.ts";
import { etagOf } from "#server/kit/http/etag.ts";
import { DAY_MS } from "#server/kit/durations.ts";

/**
 * Pictures on disk, the much-asked ones in memory as well. Bounded in bytes and, where the reader
 * says so, in age. A file is written beside its place and renamed, so that nobody reads half of it.
 */

export type CachedPicture = {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Strong validator with its quotes. */
  readonly etag: string;
  readonly writtenAtMs: number;
};

export type ImageCache = {
  /** The picture, or null when there is none or it is older than `maxAgeMs`. */
  read(key: string, maxAgeMs: number): Promise<CachedPicture | null>;
  /**
   * Keeps a picture; what is made from another one carries the other's age in `writtenAtMs`. A disk
   * that cannot be written costs the keeping, never the answer.
   */
  write(key: string, bytes: Buffer, writtenAtMs?: number): Promise<CachedPicture>;
  /** Removes a folder of keys. */
  forget(folder: string): Promise<void>;
  /** Removes what is too old or too much; runs by itself now and then. */
  sweep(): Promise<void>;
};

export type PictureCacheOptions = {
  readonly directory: string;
  readonly now: () => number;
  readonly log: Logger;
  readonly maxDiskBytes: number;
  readonly maxMemoryBytes: number;
  /** Files that nobody wrote again for this long are removed. */
  readonly keepMs: number;
};

const SWEEP_EVERY_MS = DAY_MS;
/** A sweep makes some room, so that the next write does not start another. */
const SWEEP_TO_SHARE = 0.9;
const DRAFT_SUFFIX = ".draft";

/** Keys are made by this program alone; the pattern keeps it so. */
const KEY_PATTERN = /^[a-z]+(?:\/[\w-]+)+(?:\.[a-z]+)?$/;

/** Makes the cache; nothing is touched before the first picture. */
export function createPictureCache(options: PictureCacheOptions): ImageCache {
  const { directory, now, log, maxDiskBytes, keepMs } = options;
  const memory = createMemory(options.maxMemoryBytes);
  let diskBytes = 0;
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  let sweeping: Promise<void> | null = null;

  function pathOf(key: string): string {
    if (!KEY_PATTERN.test(key)) throw new RangeError(`"${key}" is not the key of a picture`);
    return join(directory, key);
  }

  async function readDisk(key: string): Promise<CachedPicture | null> {
    const path = pathOf(key);
    try {
      const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
      // A power cut may leave a file without its content.
      return bytes.length === 0 ? null : toPicture(bytes, mtimeMs);
    } catch {
      return null;
    }
  }

  async function writeDisk(key: string, bytes: Buffer, atMs: number): Promise<void> {
    const path = pathOf(key);
    const draft = `${path}.${randomBytes(6).toString("hex")}${DRAFT_SUFFIX}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(draft, bytes);
      await utimes(draft, atMs / 1_000, atMs / 1_000);
      await rename(draft, path);
      diskBytes += bytes.length;
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      log.warn({ event: "picture_not_kept", err: error });
    }
  }

  async function sweepNow(): Promise<void> {
    const files = await listFiles(directory);
    const isOver = (file: StoredFile): boolean =>
      now() - file.writtenAtMs > (file.path.endsWith(DRAFT_SUFFIX) ? DAY_MS : keepMs);
    const kept = files.filter((file) => !isOver(file));
    const surplus = oldestBeyond(kept, maxDiskBytes, maxDiskBytes * SWEEP_TO_SHARE);
    const removed = new Set([...files.filter(isOver), ...surplus]);
    for (const file of removed) await rm(file.path, { force: true });
    diskBytes = sumBytes(kept.filter((file) => !removed.has(file)));
    sweptAtMs = now();
  }

  /** The sweep that is under way, or a new one. */
  function joinSweep(): Promise<void> {
    sweeping ??= sweepNow()
      .catch((error: unknown) => log.warn({ event: "pictures_not_swept", err: error }))
      .finally(() => {
        sweeping = null;
      });
    return sweeping;
  }

  return {
    async read(key, maxAgeMs) {
      const picture = memory.get(key) ?? (await readDisk(key));
      if (!picture || now() - picture.writtenAtMs > maxAgeMs) return null;
      memory.set(key, picture);
      return picture;
    },
    async write(key, bytes, writtenAtMs = now()) {
      const picture = toPicture(bytes, writtenAtMs);
      memory.set(key, picture);
      await writeDisk(key, bytes, picture.writtenAtMs);
      if (diskBytes > maxDiskBytes || now() - sweptAtMs > SWEEP_EVERY_MS) void joinSweep();
      return picture;
    },
    async forget(folder) {
      memory.deleteBelow(`${folder}/`);
      await rm(pathOf(folder), { recursive: true, force: true });
    },
    async sweep() {
      // One that is under way has looked already, before what was written since.
      await sweeping;
      await joinSweep();
    },
  };
}

/** A picture with the mark of its content. */
export function toPicture(bytes: Buffer, writtenAtMs: number): CachedPicture {
  return { bytes: Buffer.from(bytes), etag: `"${etagOf(bytes)}"`, writtenAtMs };
}

type StoredFile = { readonly path: string; readonly bytes: number; readonly writtenAtMs: number };

async function listFiles(directory: string): Promise<StoredFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files: StoredFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    if (found) files.push({ path, bytes: found.size, writtenAtMs: found.mtimeMs });
  }
  return files;
}

const sumBytes = (files: readonly StoredFile[]): number =>
  files.reduce((sum, file) => sum + file.bytes, 0);

/** The oldest files that must go: none while the sum is within `limit`, else down to `target`. */
function oldestBeyond(files: readonly StoredFile[], limit: number, target: number): StoredFile[] {
  let sum = sumBytes(files);
  if (sum <= limit) return [];
  const surplus: StoredFile[] = [];
  for (const file of files.toSorted((one, other) => one.writtenAtMs - other.writtenAtMs)) {
    if (sum <= target) break;
    sum -= file.bytes;
    surplus.push(file);
  }
  return surplus;
}

type Memory = {
  get(key: string): CachedPicture | undefined;
  set(key: string, picture: CachedPicture): void;
  deleteBelow(prefix: string): void;
};

/** The last pictures that were asked for, oldest first in a map. */
function createMemory(maxBytes: number): Memory {
  const pictures = new Map<string, CachedPicture>();
  let bytes = 0;
  const remove = (key: string): void => {
    bytes -= pictures.get(key)?.bytes.length ?? 0;
    pictures.delete(key);
  };
  return {
    get: (key) => pictures.get(key),
    set(key, picture) {
      remove(key);
      pictures.set(key, picture);
      bytes += picture.bytes.length;
      for (const oldest of pictures.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    deleteBelow(prefix) {
      for (const key of pictures.keys()) if (key.startsWith(prefix)) remove(key);
    },
  };
}
