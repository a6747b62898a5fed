import { DAY_MS, HOUR_MS } from "@reign-tv/kit/durations.ts";
import { backupTime, isFromFuture, OBJECTS_FILE } from "./backup-manifest.ts";
import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import * as v from "valibot";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { isHistory } from "@reign-tv/backend/operations";
import { listBackups, readManifest, removeBackups, catalogPath } from "./backup-catalog.ts";
import { POOL, versionOf } from "./object-pool.ts";
import { readArchive } from "./wal-archive.ts";

const KEPT_DAYS = 7;
const KEPT_WEEKS = 5;
const KEPT_MONTHS = 12;
/** The epoch was a Thursday; weeks begin on Monday. */
const MONDAY_OFFSET_DAYS = 3;

/**
 * Selects the backups to keep: of the last days, weeks and months that have one. The newest is always among them.
 *
 * @param names of backups, in any order; other names are ignored.
 */
export function backupsToKeep(names: readonly string[]): ReadonlySet<string> {
  return new Set([
    ...dailyBackups(names),
    ...newestOfEach(names, KEPT_WEEKS, weekOf),
    ...newestOfEach(names, KEPT_MONTHS, (name) => name.slice(0, 7)),
  ]);
}

/**
 * The first backup of each of the last days: one that is made after a mistake must not replace that of the night.
 * Point-in-time recovery reaches back to the oldest.
 */
export function dailyBackups(names: readonly string[]): readonly string[] {
  const firstOfDay = new Map(
    oldestFirst(names)
      .toReversed()
      .map((name) => [name.slice(0, 10), name]),
  );
  return [...firstOfDay.values()].slice(0, KEPT_DAYS);
}

function newestOfEach(
  names: readonly string[],
  count: number,
  periodOf: (name: string) => string,
): string[] {
  const newest = new Map(oldestFirst(names).map((name) => [periodOf(name), name]));
  return [...newest.values()].slice(-count);
}

function oldestFirst(names: readonly string[]): readonly string[] {
  return names.filter((name) => backupTime(name) !== null).toSorted();
}

function weekOf(name: string): string {
  const days = Math.floor((backupTime(name) ?? 0) / DAY_MS);
  return String(Math.floor((days + MONDAY_OFFSET_DAYS) / 7));
}

const objectsSchema = v.array(v.object({ version: v.string() }));

/** Keep unreferenced objects for 8 days: point-in-time recovery may need them. */
const OBJECT_GRACE_MS = 8 * DAY_MS;

/**
 * Removes old backups, then uploaded files and WAL that no remaining backup needs.
 *
 * @returns names of the removed backups.
 */
export async function pruneBackups(
  destination: BackupDestination,
  nowMs: number,
): Promise<readonly string[]> {
  const names = await listBackups(destination);
  const past = names.filter((name) => !isFromFuture(name, nowMs));
  // Those from the future stay: it may be this clock that is wrong.
  const future = names.filter((name) => isFromFuture(name, nowMs));
  const kept = new Set([...backupsToKeep(past), ...future]);
  const surplus = names.filter((name) => !kept.has(name));
  await removeBackups(destination, new Set(surplus));
  await pruneObjects(destination, [...kept], nowMs);
  await pruneArchive(destination, past);
  return surplus;
}

async function pruneObjects(
  destination: BackupDestination,
  kept: readonly string[],
  nowMs: number,
): Promise<void> {
  const old: string[] = [];
  for await (const { name, storedAt } of destination.list(POOL)) {
    if (storedAt < nowMs - OBJECT_GRACE_MS) old.push(name);
  }
  if (old.length === 0) return;
  const needed = new Set<string>();
  for (const backup of kept) {
    const content = await destination.read(catalogPath(backup, OBJECTS_FILE));
    // The missing list may name any object.
    if (content === null) return;
    const objects = v.parse(objectsSchema, await json(content.pipe(createGunzip())));
    for (const { version } of objects) needed.add(version);
  }
  await destination.remove(old.filter((name) => !needed.has(versionOf(name) ?? "")));
}

/** Point-in-time recovery reaches back as far as the daily backups do. */
async function pruneArchive(
  destination: BackupDestination,
  names: readonly string[],
): Promise<void> {
  const oldest = dailyBackups(names).at(-1);
  if (oldest === undefined) return;
  const { database } = await readManifest(destination, oldest);
  if (database === null) return;
  const before = (backupTime(oldest) ?? 0) - HOUR_MS;
  const old: string[] = [];
  for await (const { name, file, storedAt } of readArchive(destination, database.systemId)) {
    if (storedAt < before && !isHistory(file)) old.push(name);
  }
  await destination.remove(old);
}
