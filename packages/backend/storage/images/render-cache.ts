import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import type { ObjectStore } from "#backend/storage/files/object-store.ts";
import { replaceFile } from "@reign-tv/kit/files/atomic-file.ts";

/**
 * Caches rendered images on disk in one folder per file version. Evicts the least recently used.
 */
export type RenderCache = {
  read(version: string, variant: string): Promise<Uint8Array | null>;
  write(version: string, variant: string, bytes: Uint8Array): Promise<void>;
  /** Drops the renderings of removed files. */
  drop(versions: readonly string[]): Promise<void>;
};

/** Minimum disk usage of a file. */
const BLOCK_BYTES = 4_096;

type Entry = { readonly version: string; readonly variant: string; readonly bytes: number };

/**
 * @param directory read once, at the first use, to reuse images of an earlier process.
 * @param maxBytes on disk; beyond it the least recently used images are evicted.
 */
export function createRenderCache(directory: string, maxBytes: number): RenderCache {
  const pathOf = (version: string, variant: string): string => join(directory, version, variant);
  let entries: Promise<Map<string, Entry>> | null = null;
  let total = 0;
  const load = async (): Promise<Map<string, Entry>> => {
    const found = await readEntries(directory);
    total = found.reduce((sum, { bytes }) => sum + bytes, 0);
    return new Map(found.map((entry) => [pathOf(entry.version, entry.variant), entry]));
  };
  const known = (): Promise<Map<string, Entry>> =>
    (entries ??= load().catch((error: unknown) => {
      // The next use reads again: a full or unmounted disk comes back.
      entries = null;
      throw error;
    }));

  const forget = async (paths: Map<string, Entry>, path: string): Promise<void> => {
    total -= paths.get(path)?.bytes ?? 0;
    paths.delete(path);
    await rm(path, { force: true });
  };

  return {
    async read(version, variant) {
      const paths = await known();
      const path = pathOf(version, variant);
      const entry = paths.get(path);
      if (entry === undefined) return null;
      // Reinsert: a Map iterates in insertion order.
      paths.delete(path);
      paths.set(path, entry);
      try {
        return await readFile(path);
      } catch (error) {
        if (errorCode(error) !== "ENOENT") throw error;
        await forget(paths, path);
        return null;
      }
    },

    async write(version, variant, content) {
      const paths = await known();
      const path = pathOf(version, variant);
      await replaceFile(path, content);
      const bytes = blocksOf(content.length);
      total += bytes - (paths.get(path)?.bytes ?? 0);
      paths.delete(path);
      paths.set(path, { version, variant, bytes });
      for (const oldest of paths.keys()) {
        if (total <= maxBytes) break;
        await forget(paths, oldest);
      }
    },

    async drop(versions) {
      const paths = await known();
      const dropped = new Set(versions);
      for (const [path, entry] of paths) if (dropped.has(entry.version)) await forget(paths, path);
      await Promise.all(
        versions.map((version) => rm(join(directory, version), { recursive: true, force: true })),
      );
    },
  };
}

/** Wraps a store so that removing files drops their renderings. */
export function withRenderCleanup(store: ObjectStore, renders: RenderCache): ObjectStore {
  return {
    ...store,
    async remove(versions) {
      await store.remove(versions);
      await renders.drop(versions);
    },
  };
}

/** Returns the files on disk, oldest first. */
async function readEntries(directory: string): Promise<Entry[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const found: { entry: Entry; writtenAt: number }[] = [];
  for (const version of await readdir(directory)) {
    for (const variant of await readdir(join(directory, version))) {
      const { size, mtimeMs } = await stat(join(directory, version, variant));
      found.push({ entry: { version, variant, bytes: blocksOf(size) }, writtenAt: mtimeMs });
    }
  }
  return found.toSorted((one, other) => one.writtenAt - other.writtenAt).map(({ entry }) => entry);
}

function blocksOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BLOCK_BYTES)) * BLOCK_BYTES;
}
