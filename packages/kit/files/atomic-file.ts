import { randomBytes } from "node:crypto";
import { link, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "#kit/start-error.ts";

type Content = string | Uint8Array;

/**
 * Replaces a file atomically and durably: a reader, also after a crash, finds the old or the new content.
 * Creates the folder when it is missing; the file's mode is 0600.
 */
export async function replaceFile(path: string, content: Content): Promise<void> {
  await withDraft(path, content, (draft) => rename(draft, path));
}

/**
 * Creates a file atomically and never overwrites one.
 *
 * @returns false when it exists, perhaps made by another process just now.
 */
export async function createFile(path: string, text: string): Promise<boolean> {
  try {
    await withDraft(path, text, (draft) => link(draft, path));
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Writes and syncs a draft next to the file, passes it to `work` and removes it. */
async function withDraft(
  path: string,
  content: Content,
  publish: (draft: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}`);
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Syncs a folder: otherwise a power loss can lose the name of a synced file. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
