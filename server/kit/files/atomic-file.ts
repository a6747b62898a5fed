import { randomBytes } from "node:crypto";
import { link, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "#server/kit/start-error.ts";

type Content = string | Uint8Array;

/**
 * Puts a content in a file's place, for good and at once: a reader, also one after a crash, finds the old
 * one or the new one. The file is this account's alone (0600); its folder is made when missing.
 */
export async function replaceFile(path: string, content: Content): Promise<void> {
  await withDraft(path, content, (draft) => rename(draft, path));
}

/**
 * Makes a file, whole or not at all and never over another one.
 *
 * @returns false when there is a file of this name, perhaps another process's of just now.
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

/** Writes and syncs a draft beside the place, hands it on and leaves nothing of it behind. */
async function withDraft(
  path: string,
  content: Content,
  place: (draft: string) => Promise<void>,
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
    await place(draft);
  } finally {
    await rm(draft, { force: true });
  }
}
