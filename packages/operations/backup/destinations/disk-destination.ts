import { constants, createReadStream } from "node:fs";
import { access, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { createHash, randomBytes } from "node:crypto";
import { dirname, join, posix } from "node:path";
import { pipeline } from "node:stream/promises";
import { errorCode, folderSentence } from "@reign-tv/kit/start-error.ts";
import { readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import { syncFolder } from "@reign-tv/kit/files/atomic-file.ts";
import type { BackupDestination, DestinationFile } from "./backup-destination.ts";

const DRAFT_PREFIX = ".draft-";

/**
 * Backups in a folder, for this account alone (0700, 0600).
 *
 * @param folder absolute; created with the first file.
 */
export function createDiskDestination(folder: string): BackupDestination {
  const pathOf = (name: string): string => join(folder, ...name.split("/"));
  const explain = explainIn(folder);
  const makeFolder = (path: string): Promise<unknown> =>
    mkdir(path, { recursive: true, mode: 0o700 }).catch(explain);
  return {
    label: folder,
    isThirdParty: false,
    list: (prefix) => walk(folder, prefix.replace(/\/$/, ""), "files"),

    async put(name, file) {
      const path = pathOf(name);
      await makeFolder(dirname(path));
      const draft = join(dirname(path), `${DRAFT_PREFIX}${randomBytes(6).toString("hex")}`);
      try {
        if ((await copySynced(file.path, draft)) !== file.sha256) {
          throw new Error(`${file.path} changed while it was copied.`);
        }
        await rename(draft, path);
        await syncFolder(dirname(path));
      } finally {
        await rm(draft, { force: true });
      }
    },

    async read(name) {
      try {
        const handle = await open(pathOf(name), "r");
        return handle.createReadStream();
      } catch (error) {
        if (errorCode(error) === "ENOENT") return null;
        throw error;
      }
    },

    async remove(names) {
      for (const name of names) {
        await rm(pathOf(name), { force: true });
        await removeEmpty(folder, posix.dirname(name));
      }
    },

    async dropUnfinished(beforeMs) {
      for await (const { name, storedAt } of walk(folder, "", "drafts")) {
        if (storedAt >= beforeMs) continue;
        await rm(pathOf(name), { force: true });
        await removeEmpty(folder, posix.dirname(name));
      }
    },

    async freeBytes() {
      await makeFolder(folder);
      await access(folder, constants.W_OK).catch(explain);
      return (await readDiskSpace(folder)).freeBytes;
    },
  };
}

/** Turns an error of the whole folder into a sentence for the operator. */
function explainIn(folder: string): (error: unknown) => never {
  return (error) => {
    const sentence = folderSentence("BACKUP_DIR", folder, error);
    throw sentence === null ? error : new Error(sentence, { cause: error });
  };
}

/** @returns SHA-256 of the written bytes, in hex. */
async function copySynced(from: string, to: string): Promise<string> {
  const hash = createHash("sha256");
  const file = await open(to, "wx", 0o600);
  try {
    await pipeline(createReadStream(from), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        await file.writeFile(chunk);
      }
    });
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}

async function* walk(
  folder: string,
  name: string,
  wanted: "files" | "drafts",
): AsyncGenerator<DestinationFile> {
  for (const entry of await entriesOf(join(folder, name)).catch(explainIn(folder))) {
    const path = posix.join(name, entry.name);
    if (entry.isDirectory()) {
      yield* walk(folder, path, wanted);
      continue;
    }
    const isDraft = entry.name.startsWith(DRAFT_PREFIX);
    if (!entry.isFile() || isDraft !== (wanted === "drafts")) continue;
    // A draft is renamed as soon as it is whole.
    const found = await stat(join(folder, path)).catch((error: unknown) => {
      if (isDraft && errorCode(error) === "ENOENT") return null;
      throw error;
    });
    if (found !== null) yield { name: path, bytes: found.size, storedAt: found.mtimeMs };
  }
}

async function entriesOf(path: string) {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** Removes empty folders with their last file. */
async function removeEmpty(folder: string, name: string): Promise<void> {
  if (name === "." || name === "") return;
  try {
    await rmdir(join(folder, name));
  } catch (error) {
    if (errorCode(error) !== "ENOENT") return;
  }
  await removeEmpty(folder, posix.dirname(name));
}
