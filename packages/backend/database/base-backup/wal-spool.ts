import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ClusterLocation, give } from "#backend/database/embedded/cluster-location.ts";
import { isArchivable, isHistory } from "./wal-names.domain.ts";

/** Longest delay before a segment is archived, and so the longest loss with the disk. */
const ARCHIVE_TIMEOUT = "240s";

/** Folder in which PostgreSQL archives complete WAL segments. */
export function walSpool({ clusterDir }: Pick<ClusterLocation, "clusterDir">): string {
  return join(dirname(clusterDir), "wal-outbox");
}

/**
 * Settings that archive WAL atomically and without a shell. packages/operations/backup/scheduler/wal-mover.ts empties the
 * spool.
 */
export function archiveSettings(location: ClusterLocation): Readonly<Record<string, string>> {
  const spool = makeSpool(location);
  return {
    archive_mode: "on",
    archive_library: "basic_archive",
    "basic_archive.archive_directory": spool,
    archive_timeout: ARCHIVE_TIMEOUT,
  };
}

/**
 * Time of the oldest waiting WAL: archived but not moved, or complete but not archived, as on a full disk.
 *
 * @returns milliseconds since the epoch; null when nothing waits.
 */
export async function oldestWaitingMs(
  location: Pick<ClusterLocation, "clusterDir">,
): Promise<number | null> {
  const spool = walSpool(location);
  const status = join(location.clusterDir, "pg_wal", "archive_status");
  const paths = [
    ...(await namesIn(spool)).filter(isArchivable).map((name) => join(spool, name)),
    ...(await namesIn(status))
      .filter((name) => name.endsWith(".ready"))
      .map((name) => join(status, name)),
  ];
  const times = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mtimeMs }) => [mtimeMs],
        (): number[] => [],
      ),
    ),
  );
  return times.flat().reduce<number | null>((least, at) => Math.min(least ?? at, at), null);
}

/** Returns none when the folder is missing or not readable. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/**
 * Archives the timeline histories of a restored cluster. A restored copy archives nothing itself, and
 * recovery needs the histories to find later WAL.
 */
export function spoolTimelineHistories(location: ClusterLocation): void {
  const [spool, log] = [makeSpool(location), join(location.clusterDir, "pg_wal")];
  for (const name of readdirSync(log).filter(isHistory)) {
    copyFileSync(join(log, name), join(spool, name));
    give(join(spool, name), location.account);
  }
}

function makeSpool(location: ClusterLocation): string {
  const spool = walSpool(location);
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  give(spool, location.account);
  return spool;
}
