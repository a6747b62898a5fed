import { DAY_MS } from "#server/kit/durations.ts";
import { backupTime } from "./backup-manifest.ts";

/** How many backups stay: the newest of each of so many days, weeks and months that have one. */
const KEPT_DAYS = 7;
const KEPT_WEEKS = 5;
const KEPT_MONTHS = 12;
/** The epoch was a Thursday; weeks begin on Monday. */
const MONDAY_OFFSET_DAYS = 3;

/**
 * Tells which backups stay. The newest of all always does.
 *
 * @param names of backups, in any order; what is no backup's name is left out.
 */
export function keptBackups(names: readonly string[]): ReadonlySet<string> {
  const newestFirst = names
    .filter((name) => backupTime(name) !== null)
    .toSorted()
    .toReversed();
  return new Set([
    ...newestOfEach(newestFirst, KEPT_DAYS, (name) => name.slice(0, 10)),
    ...newestOfEach(newestFirst, KEPT_WEEKS, weekOf),
    ...newestOfEach(newestFirst, KEPT_MONTHS, (name) => name.slice(0, 7)),
  ]);
}

/** The backups that a moment in time may be asked of: those kept for their days. */
export function dailyBackups(names: readonly string[]): readonly string[] {
  const newestFirst = names
    .filter((name) => backupTime(name) !== null)
    .toSorted()
    .toReversed();
  return newestOfEach(newestFirst, KEPT_DAYS, (name) => name.slice(0, 10));
}

function newestOfEach(
  newestFirst: readonly string[],
  count: number,
  periodOf: (name: string) => string,
): string[] {
  const newest = new Map<string, string>();
  for (const name of newestFirst) {
    const period = periodOf(name);
    if (!newest.has(period)) newest.set(period, name);
  }
  return [...newest.values()].slice(0, count);
}

function weekOf(name: string): string {
  const days = Math.floor((backupTime(name) ?? 0) / DAY_MS);
  return String(Math.floor((days + MONDAY_OFFSET_DAYS) / 7));
}
