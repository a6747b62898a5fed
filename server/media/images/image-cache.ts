import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Logger } from "@reign-tv/kit/log.ts";
import { etagOf } from "@reign-tv/kit/http/etag.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";

/**
 * Images on disk, the most requested ones also in memory. Limited in bytes and age. Files are written atomically: a
 * draft is renamed.
 */

export type CachedImage = {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Strong ETag with its quotes. */
  readonly etag: string;
  readonly writtenAtMs: number;
};

export type ImageCache = {
  /** Returns null when there is none or it is older than `maxAgeMs`. */
  read(key: string, maxAgeMs: number): Promise<CachedImage | null>;
  /** Stores an image. A derived image has the age of its original (`writtenAtMs`). A failed write is logged only. */
  write(key: string, bytes: Buffer, writtenAtMs?: number): Promise<CachedImage>;
  /** Removes a folder of keys. */
  forget(folder: string): Promise<void>;
  /** Removes old images and those beyond the size limit; also runs daily. */
  cleanUp(): Promise<void>;
};

type ImageCacheOptions = {
  readonly directory: string;
  readonly now: () => number;
  readonly log: Logger;
  readonly maxDiskBytes: number;
  readonly maxMemoryBytes: number;
  /** Files not written for this long are removed. */
  readonly maxAgeMs: number;
};

const CLEANUP_INTERVAL_MS = DAY_MS;
/** Free some space, so that the next write does not start another cleanup. */
const CLEANUP_TARGET_SHARE = 0.9;
const DRAFT_SUFFIX = ".draft";

/** Guards against paths outside the folder. */
const KEY_PATTERN = /^[a-z]+(?:\/[\w-]+)+(?:\.[a-z]+)?$/;

/** Creates no files before the first image. */
export function createImageCache(options: ImageCacheOptions): ImageCache {
  const { directory, now, log, maxDiskBytes, maxAgeMs: maxFileAgeMs } = options;
  const memory = createMemory(options.maxMemoryBytes);
  let diskBytes = 0;
  let cleanedAtMs = Number.NEGATIVE_INFINITY;
  let cleaning: Promise<void> | null = null;

  function pathOf(key: string): string {
    if (!KEY_PATTERN.test(key)) throw new RangeError(`"${key}" is not the key of a picture`);
    return join(directory, key);
  }

  async function readDisk(key: string): Promise<CachedImage | null> {
    const path = pathOf(key);
    try {
      const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
      // A power cut may leave a file without its content.
      return bytes.length === 0 ? null : toCachedImage(bytes, mtimeMs);
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

  async function cleanUpNow(): Promise<void> {
    const files = await listFiles(directory);
    const isExpired = (file: StoredFile): boolean =>
      now() - file.writtenAtMs > (file.path.endsWith(DRAFT_SUFFIX) ? DAY_MS : maxFileAgeMs);
    const current = files.filter((file) => !isExpired(file));
    const surplus = surplusOf(current, maxDiskBytes, maxDiskBytes * CLEANUP_TARGET_SHARE);
    const removed = new Set([...files.filter(isExpired), ...surplus]);
    for (const file of removed) await rm(file.path, { force: true });
    diskBytes = sumBytes(current.filter((file) => !removed.has(file)));
    cleanedAtMs = now();
  }

  /** Joins the running cleanup, or starts one. */
  function joinCleanup(): Promise<void> {
    cleaning ??= cleanUpNow()
      .catch((error: unknown) => log.warn({ event: "pictures_not_swept", err: error }))
      .finally(() => {
        cleaning = null;
      });
    return cleaning;
  }

  return {
    async read(key, maxAgeMs) {
      const image = memory.get(key) ?? (await readDisk(key));
      if (!image || now() - image.writtenAtMs > maxAgeMs) return null;
      memory.set(key, image);
      return image;
    },
    async write(key, bytes, writtenAtMs = now()) {
      const image = toCachedImage(bytes, writtenAtMs);
      memory.set(key, image);
      await writeDisk(key, bytes, image.writtenAtMs);
      if (diskBytes > maxDiskBytes || now() - cleanedAtMs > CLEANUP_INTERVAL_MS) void joinCleanup();
      return image;
    },
    async forget(folder) {
      memory.deleteBelow(`${folder}/`);
      await rm(pathOf(folder), { recursive: true, force: true });
    },
    async cleanUp() {
      // A running cleanup may have listed the files before the last writes.
      await cleaning;
      await joinCleanup();
    },
  };
}

/** Adds the ETag of the content. */
export function toCachedImage(bytes: Buffer, writtenAtMs: number): CachedImage {
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

/** Selects the oldest files until the sum is at most `target`; none while it is within `limit`. */
function surplusOf(files: readonly StoredFile[], limit: number, target: number): StoredFile[] {
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
  get(key: string): CachedImage | undefined;
  set(key: string, image: CachedImage): void;
  deleteBelow(prefix: string): void;
};

/** LRU cache of images. */
function createMemory(maxBytes: number): Memory {
  const images = new Map<string, CachedImage>();
  let bytes = 0;
  const remove = (key: string): void => {
    bytes -= images.get(key)?.bytes.length ?? 0;
    images.delete(key);
  };
  return {
    get: (key) => images.get(key),
    set(key, image) {
      remove(key);
      images.set(key, image);
      bytes += image.bytes.length;
      for (const oldest of images.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    deleteBelow(prefix) {
      for (const key of images.keys()) if (key.startsWith(prefix)) remove(key);
    },
  };
}
