import { backupTime, isFromFuture } from "./backup-manifest.ts";
import { listBackups } from "./backup-catalog.ts";
import { dailyBackups } from "./prune-backups.ts";
import type { CopyTarget } from "@reign-tv/backend/operations";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";

/** A backup, and the point in time to recover to. */
export type FoundBackup = {
  readonly backup: string;
  readonly target: CopyTarget;
  /** Destinations that have it. */
  readonly destinations: readonly BackupDestination[];
};

/** Name of the newest backup and all WAL that was archived after it. */
export const LATEST = "latest";

type BackupRequest = { readonly name: string; readonly at: number | null; readonly now: number };

/**
 * Finds the backup for an operator's request.
 *
 * @param request.name of a backup, or "latest".
 * @param request.at point in time, in milliseconds since the epoch; null: the backup's own, or with "latest" the
 * end of the archive.
 * @param request.now milliseconds since the epoch.
 * @throws Error in one sentence when there is none, or the point in time cannot be recovered.
 */
export async function findBackup(
  destinations: readonly BackupDestination[],
  request: BackupRequest,
): Promise<FoundBackup> {
  const catalogs = await Promise.all(
    destinations.map(async (destination) => ({
      destination,
      names: await listBackups(destination),
    })),
  );
  const names = [...new Set(catalogs.flatMap((catalog) => catalog.names))].toSorted().toReversed();
  const { at } = request;
  const isBefore = (name: string): boolean => at === null || (backupTime(name) ?? Infinity) < at;
  const isLatest = (name: string): boolean => isBefore(name) && !isFromFuture(name, request.now);
  if (at !== null && names.length > 0) assertRecoverable(names, { ...request, at });
  const backup =
    request.name === LATEST
      ? (names.find(isLatest) ?? names.find(isBefore))
      : names.find((name) => name === request.name);
  if (backup === undefined || !isBefore(backup)) throw notFound(names, request);
  return {
    backup,
    target: at === null ? (request.name === LATEST ? "newest" : "backup") : new Date(at),
    destinations: catalogs
      .filter((catalog) => catalog.names.includes(backup))
      .map(({ destination }) => destination),
  };
}

/** WAL between backups goes back as far as the daily backups do, and not beyond now. */
function assertRecoverable(
  names: readonly string[],
  { at, now }: { at: number; now: number },
): void {
  const oldest = dailyBackups(names).at(-1) ?? "";
  const from = backupTime(oldest) ?? Infinity;
  if (at > from && at <= now) return;
  const [asked, first, last] = [at, from, now].map((ms) => new Date(ms).toISOString());
  throw new Error(
    `${asked} cannot be restored: only times from ${first} until now (${last}). Older backups can be restored by name.`,
  );
}

function notFound(names: readonly string[], { name, at }: BackupRequest): Error {
  if (names.length === 0)
    return new Error("There are no backups yet. Run npm run backup to make one.");
  if (at !== null && names.includes(name)) {
    return new Error(
      `The backup ${name} was begun after ${new Date(at).toISOString()}: take an older one, or latest.`,
    );
  }
  return new Error(`There is no backup ${name}. There are: ${names.join(", ")}; or latest.`);
}
