import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Account, give, isHistory, isSince, segmentAt } from "@reign-tv/backend/operations";
import type { RecordedDatabase } from "./backup-manifest.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";

const SUFFIX = ".gz";

/** Folder of a cluster's WAL archive in a destination; another cluster's has the same names. */
function archiveFolder(systemId: string): string {
  return `wal/${systemId}/`;
}

/** Name of an archived file in a destination. */
export function archiveName(systemId: string, file: string): string {
  return `${archiveFolder(systemId)}${file}${SUFFIX}`;
}

/** Archived files of a cluster, with their name and time. */
export async function* readArchive(
  destination: BackupDestination,
  systemId: string,
): AsyncGenerator<{ readonly file: string; readonly name: string; readonly storedAt: number }> {
  for await (const { name, storedAt } of destination.list(archiveFolder(systemId))) {
    if (name.endsWith(SUFFIX)) yield { file: posix.basename(name, SUFFIX), name, storedAt };
  }
}

/**
 * Copies archived WAL to where a recovering PostgreSQL reads it.
 *
 * @param options.isWhole false copies timeline histories only, so that PostgreSQL chooses an unused timeline.
 * @param options.folder created here.
 * @throws Error in one sentence when a file is damaged.
 */
export async function fetchArchive(
  destination: BackupDestination,
  database: RecordedDatabase,
  options: {
    readonly folder: string;
    readonly isWhole: boolean;
    readonly account: Account | null;
  },
): Promise<void> {
  const { folder, isWhole, account } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  give(folder, account);
  const first = segmentAt(database.startLsn, database);
  for await (const { file, name } of readArchive(destination, database.systemId)) {
    if (!isHistory(file) && !(isWhole && isSince(first, file))) continue;
    const content = await destination.read(name);
    if (content === null) continue;
    const path = join(folder, file);
    try {
      await pipeline(content, createGunzip(), createWriteStream(path, { mode: 0o600 }));
    } catch (cause) {
      throw new Error(`The archive in ${destination.label} is damaged (${file}).`, { cause });
    }
    give(path, account);
  }
}
