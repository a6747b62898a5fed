import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import { IMAGE_SIGNATURE_BYTES } from "./image-type.domain.ts";
import { tooLargeError, tryLaterError } from "#backend/storage/protocol/storage-error.ts";

/** A complete, synced file on disk that is not yet in the store. */
export type StagedFile = {
  readonly path: string;
  readonly size: number;
  /** Hex digests of the content: sha256 for its integrity, md5 for its ETag. */
  readonly sha256: string;
  readonly md5: string;
  /** First bytes, enough to detect an image's format. */
  readonly head: Uint8Array;
};

/** Files of one request; disposal deletes the remaining ones. */
export type Scratch = AsyncDisposable & {
  /** @throws StorageError EntityTooLarge as soon as the content exceeds `maxBytes`. */
  write(
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    maxBytes: number,
  ): Promise<StagedFile>;
};

export type Staging = {
  /** @throws StorageError SlowDown when `bytes` more would go below the disk floor. */
  open(bytes: number): Promise<Scratch>;
  /**
   * Removes files of a killed server that are older than `before` (milliseconds since the epoch).
   */
  clear(before: number): Promise<void>;
};

/** reserve this much disk for the database. */
const DISK_FLOOR_BYTES = 524_288_000;
const FULL_RETRY_AFTER_S = 60;

/**
 * Creates the staging folder: uploads stream into a file of random name, then fsync. It lies on the
 * disk store's file system, so that storing a file is a rename.
 */
export function createStaging(directory: string, floorBytes = DISK_FLOOR_BYTES): Staging {
  return {
    async open(bytes) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const { freeBytes } = await readDiskSpace(directory);
      if (freeBytes - bytes < floorBytes) {
        throw tryLaterError("The storage is full", FULL_RETRY_AFTER_S);
      }
      return createScratch(directory);
    },
    async clear(before) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      for (const name of await readdir(directory)) {
        const path = join(directory, name);
        // A request may have taken its file away since.
        const found = await stat(path).catch(() => null);
        if (found !== null && found.ctimeMs < before) await rm(path, { force: true });
      }
    },
  };
}

function createScratch(directory: string): Scratch {
  const paths: string[] = [];
  return {
    async write(content, maxBytes) {
      const path = join(directory, randomUUID());
      paths.push(path);
      const handle = await open(path, "wx", 0o600);
      try {
        return { path, ...(await fill(handle, content, maxBytes)) };
      } finally {
        await handle.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    },
  };
}

async function fill(
  handle: FileHandle,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Omit<StagedFile, "path">> {
  const sha256 = createHash("sha256");
  const md5 = createHash("md5");
  let head = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) throw tooLargeError();
    sha256.update(chunk);
    md5.update(chunk);
    if (head.length < IMAGE_SIGNATURE_BYTES) {
      head = Buffer.concat([head, chunk.subarray(0, IMAGE_SIGNATURE_BYTES - head.length)]);
    }
    await handle.writeFile(chunk);
  }
  await handle.sync();
  return { size, sha256: sha256.digest("hex"), md5: md5.digest("hex"), head };
}
