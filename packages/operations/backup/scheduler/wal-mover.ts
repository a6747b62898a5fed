import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createGzip } from "node:zlib";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { archiveName } from "#operations/backup/catalog/wal-archive.ts";
import { isArchivable } from "@reign-tv/backend/operations";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { writeHashed } from "@reign-tv/kit/files/hashed-file.ts";

export type WalMoverDeps = {
  /** Spool in which PostgreSQL archives segments. */
  readonly spool: string;
  /** Identifier of the cluster of the segments. */
  readonly systemId: string;
  readonly destinations: readonly BackupDestination[];
  /** Existing folder for one compressed file at a time. */
  readonly scratch: string;
  readonly log: Logger;
  /** Limit on waiting files while a destination fails; 1 GiB when absent. */
  readonly waitingLimitBytes?: number;
};

/** Moves WAL from PostgreSQL's spool to the destinations. */
export type WalMover = {
  /**
   * Moves all waiting files.
   *
   * @throws Error of the first destination that failed; its files wait for the next call.
   */
  move(): Promise<void>;
};

const WAITING_LIMIT_BYTES = 2 ** 30;

export function createWalMover(deps: WalMoverDeps): WalMover {
  const { spool, destinations } = deps;
  const stored = new Map(destinations.map((destination) => [destination, new Set<string>()]));

  async function moveOne(file: string): Promise<unknown> {
    const failures = await storeEverywhere(deps, file, stored);
    if (failures.length > 0) return failures[0];
    await rm(join(spool, file), { force: true });
    for (const names of stored.values()) names.delete(file);
    return null;
  }
  return {
    async move() {
      const files = (await namesIn(spool)).filter(isArchivable).toSorted();
      let failure: unknown = null;
      for (const file of files) failure ??= await moveOne(file);
      if (failure === null) return;
      await dropWaiting(deps);
      throw failure;
    },
  };
}

/** @returns the errors of the destinations that failed. */
async function storeEverywhere(
  { spool, systemId, scratch }: WalMoverDeps,
  file: string,
  stored: ReadonlyMap<BackupDestination, Set<string>>,
): Promise<unknown[]> {
  const path = join(scratch, `${file}.gz`);
  const failures: unknown[] = [];
  try {
    // Mostly zeros: a segment of a quiet five minutes takes some kilobytes.
    const packed = await writeHashed(createReadStream(join(spool, file)).pipe(createGzip()), path);
    for (const [destination, names] of stored) {
      if (names.has(file)) continue;
      try {
        await destination.put(archiveName(systemId, file), packed);
        names.add(file);
      } catch (error) {
        failures.push(error);
      }
    }
  } finally {
    await rm(path, { force: true });
  }
  return failures;
}

/** The site matters more than point-in-time recovery: drop WAL; the next backup starts a new chain. */
async function dropWaiting(deps: WalMoverDeps): Promise<void> {
  const { spool, log, waitingLimitBytes = WAITING_LIMIT_BYTES } = deps;
  const files = (await namesIn(spool)).filter(isArchivable);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(spool, file))).size));
  const waiting = sizes.reduce((sum, bytes) => sum + bytes, 0);
  if (waiting <= waitingLimitBytes) return;
  log.error(
    { event: "wal_given_up", files: files.length },
    "No place takes the write-ahead log: moments until the next backup cannot be restored",
  );
  await Promise.all(files.map((file) => rm(join(spool, file), { force: true })));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
