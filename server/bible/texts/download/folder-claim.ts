import { randomUUID } from "node:crypto";
import { readFile, rm, stat, utimes } from "node:fs/promises";
import { createFile } from "#server/kit/files/atomic-file.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";
import { errorCode } from "#server/kit/start-error.ts";

/**
 * Who of the processes that share a folder works on it. Whoever leads in the database is another question:
 * servers with a database in common have folders of their own, and each needs its texts.
 */
export type FolderClaim = {
  /** Takes the work or keeps it. @returns false while another process has it. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
};

/** Who has not said for so long that it works is gone. */
const STALE_MS = 3 * MINUTE_MS;

/** @param path of the file that says who works. */
export function lockFolder(path: string, now: () => number): FolderClaim {
  const token = randomUUID();

  async function holder(): Promise<{ token: string; saidMs: number } | null> {
    try {
      const [text, { mtimeMs }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
      return { token: text, saidMs: mtimeMs };
    } catch (error) {
      if (errorCode(error) === "ENOENT") return null;
      throw error;
    }
  }

  async function hold(): Promise<boolean> {
    const found = await holder();
    if (found?.token === token) {
      await utimes(path, now() / 1_000, now() / 1_000);
      return true;
    }
    if (found !== null && Math.abs(now() - found.saidMs) < STALE_MS) return false;
    if (found !== null) await rm(path, { force: true });
    return createFile(path, token);
  }

  return {
    hold,
    async release() {
      if ((await holder())?.token === token) await rm(path, { force: true });
    },
  };
}
