import { text } from "node:stream/consumers";
import { DAY_MS } from "#server/kit/durations.ts";
import {
  type BackupManifest,
  backupTime,
  parseRecord,
  BACKUP_MANIFEST_FILE,
} from "./backup-manifest.ts";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";

const BACKUPS = "backups/";

/** Name of a file of a backup in a place. */
export function catalogPath(backup: string, file: string): string {
  return `${BACKUPS}${backup}/${file}`;
}

/** Names of the whole backups of a place, the newest first. One without its record was never finished. */
export async function listBackups(place: BackupDestination): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of place.list(BACKUPS)) {
    const [, backup = "", file] = name.split("/");
    if (file === BACKUP_MANIFEST_FILE && backupTime(backup) !== null) names.push(backup);
  }
  return names.toSorted().toReversed();
}

/**
 * Reads what a backup holds.
 *
 * @throws Error in one sentence when it is not there, damaged, or of a format that this release does not know.
 */
export async function readRecord(
  place: BackupDestination,
  backup: string,
): Promise<BackupManifest> {
  const content = await place.read(catalogPath(backup, BACKUP_MANIFEST_FILE));
  if (content === null) throw new Error(`There is no backup ${backup} in ${place.label}.`);
  const record = parseRecord(await text(content));
  if (record !== null) return record;
  throw new Error(
    `The backup ${backup} in ${place.label} is damaged, or of a later release (${BACKUP_MANIFEST_FILE}).`,
  );
}

/** Removes what a killed backup left, a day after. */
export async function removeIncompleteBackups(
  place: BackupDestination,
  nowMs: number,
): Promise<void> {
  const whole = new Set(await listBackups(place));
  const names: string[] = [];
  for await (const { name, keptAt } of place.list(BACKUPS)) {
    if (!whole.has(name.split("/")[1] ?? "") && keptAt < nowMs - DAY_MS) names.push(name);
  }
  await place.remove(names);
}

/** Removes whole backups; the record goes first, so that none is ever listed in part. */
export async function removeBackups(
  place: BackupDestination,
  backups: ReadonlySet<string>,
): Promise<void> {
  const names: string[] = [];
  for await (const { name } of place.list(BACKUPS)) {
    if (backups.has(name.split("/")[1] ?? "")) names.push(name);
  }
  const isRecord = (name: string): boolean => name.endsWith(`/${BACKUP_MANIFEST_FILE}`);
  await place.remove(names.filter(isRecord));
  await place.remove(names.filter((name) => !isRecord(name)));
}
