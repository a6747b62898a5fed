import { DAY_MS } from "@reign-tv/kit/durations.ts";

/** A file in the site's storage on the disk, because a film is too large for memory. */
export type DiskFile = {
  writable: FileSystemWritableFileStream;
  /** Reads it, once it is written. */
  file: () => Promise<File>;
  remove: () => Promise<void>;
};

const PREFIX = "converted-";

/** Returns the converted film of this size, whose upload a reload of the page has ended; null without one. */
export async function findDiskFile(bytes: number): Promise<File | null> {
  try {
    const folder = await navigator.storage.getDirectory();
    for await (const name of folder.keys()) {
      if (!name.startsWith(PREFIX)) continue;
      const file = await (await folder.getFileHandle(name)).getFile();
      if (file.size === bytes) return file;
    }
  } catch {
    // The film is converted again.
  }
  return null;
}

/** Opens a new file and deletes those of unfinished uploads, which end after a day; null where browsers have no such storage. */
export async function openDiskFile(nowMs = Date.now()): Promise<DiskFile | null> {
  try {
    const folder = await navigator.storage.getDirectory();
    for await (const name of folder.keys()) {
      const createdMs = Number(name.slice(PREFIX.length));
      if (name.startsWith(PREFIX) && nowMs - createdMs > DAY_MS) await folder.removeEntry(name);
    }
    const name = `${PREFIX}${nowMs}`;
    const handle = await folder.getFileHandle(name, { create: true });
    return {
      writable: await handle.createWritable(),
      file: () => handle.getFile(),
      remove: () => folder.removeEntry(name).catch(() => undefined),
    };
  } catch {
    return null;
  }
}
