import { link, mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import type { ByteRange } from "@reign-tv/kit/http/byte-range.domain.ts";
import { syncFolder } from "@reign-tv/kit/files/atomic-file.ts";
import { isVersion, type ObjectStore, type StoredFile } from "./object-store.ts";

const READ_BYTES = 65_536;

/**
 * Creates a store of files in one folder. 256 subfolders are named by the first two digits of the
 * version.
 */
export function createDiskStore(directory: string): ObjectStore {
  const folderOf = (version: string): string => join(directory, version.slice(0, 2));
  const pathOf = (version: string): string => join(folderOf(version), version);

  /** Runs `work`, which adds a name to the version's folder, and syncs the folder. */
  const addName = async (version: string, work: () => Promise<void>): Promise<void> => {
    const folder = folderOf(version);
    const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
    await work();
    await syncFolder(folder);
    if (firstMade !== undefined) await syncFolder(directory);
  };

  return {
    put: (version, file) => addName(version, () => rename(file.path, pathOf(version))),

    async copy(from, to) {
      if (!isVersion(from)) return false;
      try {
        // Files never change, so two names may share one.
        await addName(to, () => link(pathOf(from), pathOf(to)));
        return true;
      } catch (error) {
        if (errorCode(error) === "ENOENT") return false;
        throw error;
      }
    },

    async open(version, range) {
      if (!isVersion(version)) return null;
      try {
        return fileStream(await open(pathOf(version), "r"), range);
      } catch (error) {
        if (errorCode(error) === "ENOENT") return null;
        throw error;
      }
    },

    async remove(versions) {
      await Promise.all(
        versions.filter(isVersion).map((version) => rm(pathOf(version), { force: true })),
      );
    },

    list: () => listFiles(directory),
  };
}

function fileStream(handle: FileHandle, range: ByteRange | null): ReadableStream<Uint8Array> {
  let position = range?.first ?? 0;
  const end = range === null ? Infinity : range.last + 1;
  return new ReadableStream({
    async pull(controller) {
      try {
        const chunk = await readAt(handle, position, Math.min(READ_BYTES, end - position));
        position += chunk.length;
        if (chunk.length > 0) {
          controller.enqueue(chunk);
          return;
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      await handle.close();
    },
    cancel: () => handle.close(),
  });
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  if (length === 0) return new Uint8Array();
  const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function* listFiles(directory: string): AsyncGenerator<StoredFile> {
  for (const folder of await namesIn(directory)) {
    for (const version of await namesIn(join(directory, folder))) {
      if (!isVersion(version)) continue;
      const entry = await statOrNull(join(directory, folder, version));
      // Use ctime: a hard link keeps the old mtime.
      if (entry !== null) yield { version, storedAt: entry.ctimeMs };
    }
  }
}

async function statOrNull(path: string): Promise<{ ctimeMs: number } | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
