import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ClusterLocation, give } from "#server/database/embedded/cluster-location.ts";
import { isArchivable, isHistory } from "./wal-names.domain.ts";

/** What is written at most is lost with the disk: a segment is handed over after so long, full or not. */
const HAND_OVER_AFTER = "240s";

/** Folder in which PostgreSQL lays every segment of its write-ahead log that is complete. */
export function walSpool({ clusterDir }: Pick<ClusterLocation, "clusterDir">): string {
  return join(dirname(clusterDir), "wal-outbox");
}

/**
 * Settings by which PostgreSQL lays its write-ahead log out, whole or not at all and without a shell. Somebody has
 * to take it away from there (server/backup/scheduler/wal-mover.ts).
 */
export function archiveSettings(location: ClusterLocation): Readonly<Record<string, string>> {
  const outbox = makeOutbox(location);
  return {
    archive_mode: "on",
    archive_library: "basic_archive",
    "basic_archive.archive_directory": outbox,
    archive_timeout: HAND_OVER_AFTER,
  };
}

/**
 * Since when the oldest part of the write-ahead log waits: laid out and not taken away, or whole and not laid out, as
 * on a full disk.
 *
 * @returns milliseconds since the epoch; null when nothing waits.
 */
export async function oldestWaitingMs(
  location: Pick<ClusterLocation, "clusterDir">,
): Promise<number | null> {
  const outbox = walSpool(location);
  const status = join(location.clusterDir, "pg_wal", "archive_status");
  const paths = [
    ...(await namesIn(outbox)).filter(isArchivable).map((name) => join(outbox, name)),
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

/** None for a folder that is not there, or not for this account. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/**
 * Lays out what tells the timelines of a restored cluster. It began the last one as a copy, which hands nothing
 * over; without its history nobody would find what is archived from now on.
 */
export function spoolTimelineHistories(location: ClusterLocation): void {
  const [outbox, log] = [makeOutbox(location), join(location.clusterDir, "pg_wal")];
  for (const name of readdirSync(log).filter(isHistory)) {
    copyFileSync(join(log, name), join(outbox, name));
    give(join(outbox, name), location.account);
  }
}

function makeOutbox(location: ClusterLocation): string {
  const outbox = walSpool(location);
  mkdirSync(outbox, { recursive: true, mode: 0o700 });
  give(outbox, location.account);
  return outbox;
}
