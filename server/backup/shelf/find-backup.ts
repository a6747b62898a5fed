import { backupTime } from "./backup-record.ts";
import { listBackups } from "./backup-shelf.ts";
import type { CopyTarget } from "#server/database/copies/start-copy.ts";
import type { BackupPlace } from "#server/backup/places/backup-place.ts";

/** A backup, and how far to go from it. */
export type FoundBackup = {
  readonly backup: string;
  readonly target: CopyTarget;
  /** The places that have it. */
  readonly places: readonly BackupPlace[];
};

/** What stands for the newest backup and all that was archived after it. */
export const LATEST = "latest";

/**
 * Finds what an operator asks for.
 *
 * @param wish.name of a backup, or "latest".
 * @param wish.at moment to go to, in milliseconds since the epoch; null: the backup's own, or with "latest"
 *   the end of the archive.
 * @throws Error in one sentence when there is none, or the moment lies before it.
 */
export async function findBackup(
  places: readonly BackupPlace[],
  wish: { readonly name: string; readonly at: number | null },
): Promise<FoundBackup> {
  const shelves = await Promise.all(
    places.map(async (place) => ({ place, names: await listBackups(place) })),
  );
  const names = [...new Set(shelves.flatMap((shelf) => shelf.names))].toSorted().toReversed();
  const { at } = wish;
  const isBefore = (name: string): boolean => at === null || (backupTime(name) ?? Infinity) < at;
  const backup =
    wish.name === LATEST ? names.find(isBefore) : names.find((name) => name === wish.name);
  if (backup === undefined || !isBefore(backup)) throw notFound(names, wish);
  return {
    backup,
    target: at === null ? (wish.name === LATEST ? "newest" : "backup") : new Date(at),
    places: shelves.filter((shelf) => shelf.names.includes(backup)).map(({ place }) => place),
  };
}

function notFound(names: readonly string[], wish: { name: string; at: number | null }): Error {
  if (names.length === 0) return new Error("There are no backups yet: npm run backup makes one.");
  if (wish.at !== null) {
    const moment = new Date(wish.at).toISOString();
    return new Error(
      `No such backup was begun before ${moment}: the oldest one is ${names.at(-1) ?? ""}.`,
    );
  }
  return new Error(`There is no backup ${wish.name}: npm run restore lists them.`);
}
