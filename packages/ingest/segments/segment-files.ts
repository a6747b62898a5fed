import { appendFile, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import { type IndexEntry, readIndex } from "./segment-index.ts";

/** Steps of the store on its disk; tests interrupt them. */
export type SegmentFiles = {
  /** Writes and syncs a file that no reader knows yet. */
  writeDraft(path: string, content: Uint8Array | string): Promise<void>;
  /** Gives it the name by which it is read. */
  publish(draft: string, path: string): Promise<void>;
  append(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
};

export const DISK: SegmentFiles = {
  async writeDraft(path, content) {
    const file = await open(path, "w", 0o600);
    try {
      await file.writeFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
  },
  publish: rename,
  append: (path, text) => appendFile(path, text, { mode: 0o600 }),
  remove: (path) => rm(path, { force: true, recursive: true }),
};

export const INDEX = "index.jsonl";
/** Begins the names of files that no reader knows. */
const DRAFT = ".draft-";

/** Writes a file of a folder, which no reader sees before it is whole. */
export async function writeFile(
  files: SegmentFiles,
  folder: string,
  name: string,
  content: Uint8Array | string,
): Promise<void> {
  const draft = join(folder, `${DRAFT}${name}`);
  await files.writeDraft(draft, content);
  await files.publish(draft, join(folder, name));
}

/** Reads a file; null when there is none. */
export async function readOptional(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Reads the index of a session; null when the folder has none. */
export async function readSessionIndex(folder: string): Promise<IndexEntry[] | null> {
  const index = await readOptional(join(folder, INDEX));
  return index && readIndex(Buffer.from(index).toString("utf8"));
}

/** Names in a folder; none when it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
