import { HOUR_MS, isWithin, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { BackupInProgressError } from "#operations/backup/backup-lock.ts";
import { type BackupDeps, makeBackup } from "#operations/backup/make-backup.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { backupTime, isFromFuture } from "#operations/backup/catalog/backup-manifest.ts";
import { listBackups, readManifest } from "#operations/backup/catalog/backup-catalog.ts";
import { pruneBackups } from "#operations/backup/catalog/prune-backups.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Alarms } from "./alarms.ts";

/** Hour and minute of the machine's own clock. */
export type TimeOfDay = { readonly hours: number; readonly minutes: number };

/** A server that was off at night catches up, but not while it is starting. */
const AFTER_START_MS = 10 * MINUTE_MS;

/**
 * Returns true when the backup of the last night is missing.
 *
 * @param moment.nowMs milliseconds since the epoch, as all of these.
 * @param moment.newestMs start of the newest backup; null before the first one.
 */
export function isBackupDue(
  moment: { readonly nowMs: number; readonly startedMs: number; readonly newestMs: number | null },
  time: TimeOfDay,
): boolean {
  const { nowMs, startedMs, newestMs } = moment;
  const dueMs = lastTime(nowMs, time);
  if (newestMs !== null && newestMs >= dueMs) return false;
  return !isWithin(AFTER_START_MS, startedMs, nowMs) || (dueMs >= startedMs && newestMs !== null);
}

/** The last instant at which the clock showed that time, an hour later in a night that lacks it. */
function lastTime(nowMs: number, { hours, minutes }: TimeOfDay): number {
  const today = new Date(nowMs);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const atMs = new Date(year, month, day, hours, minutes).getTime();
  return atMs <= nowMs ? atMs : new Date(year, month, day - 1, hours, minutes).getTime();
}

export type NightlyBackupDeps = BackupDeps & {
  readonly time: TimeOfDay;
  readonly log: Logger;
  readonly alarms: Alarms;
  /** Of the embedded cluster; null for an external database. */
  readonly systemId: string | null;
};

export type NightlyBackup = {
  /**
   * Makes the nightly backup when it is due.
   *
   * @throws Error with the reason while the last attempt has failed.
   */
  check(): Promise<void>;
  /** Name of the newest backup that every destination has; null while unknown. */
  newest(): string | null;
};

const RETRY_MS = HOUR_MS;
/** Alert only after an hour: short outages of the server or the destination are normal. */
const ALERT_DELAY_MS = HOUR_MS;
/** A night, and half a day to catch up. */
const OLD_AFTER_MS = 36 * HOUR_MS;

/** Makes the nightly backup; retries an hour after a failure. */
export function createNightlyBackup(deps: NightlyBackupDeps): NightlyBackup {
  const { destinations, now, log, time, alarms, systemId } = deps;
  const startedMs = now();
  let newest: string | null | undefined;
  let triedMs = -Infinity;
  let failure: Error | null = null;
  let awaySinceMs: number | null = null;
  const newestMs = (): number | null =>
    isFromFuture(newest ?? "", now()) ? null : backupTime(newest ?? "");
  const isDue = (): boolean => isBackupDue({ nowMs: now(), startedMs, newestMs: newestMs() }, time);

  async function run(): Promise<Error | null> {
    triedMs = now();
    try {
      const { name, finishedAt } = await makeBackup(deps);
      newest = name;
      for (const destination of destinations) await pruneBackups(destination, now());
      log.info({ event: "backup_made", name, finishedAt });
      await alarms.clear("night");
      return null;
    } catch (error) {
      // Another server on the same database makes this night's.
      if (error instanceof BackupInProgressError) return null;
      const reason = asError(error).message;
      await alarms.raise("night", reason, { kind: "night", reason });
      return asError(error);
    }
  }

  async function readNewest(): Promise<void> {
    try {
      // A wrong folder is a fault long before the first backup fails.
      for (const destination of destinations) await destination.freeBytes();
      newest = await newestOf(destinations, systemId, now());
      awaySinceMs = null;
    } catch (error) {
      awaySinceMs ??= now();
      const reason = asError(error).message;
      if (!isWithin(ALERT_DELAY_MS, awaySinceMs, now())) {
        await alarms.raise("night", reason, { kind: "night", reason });
      }
      throw error;
    }
  }

  async function watchAge(): Promise<void> {
    const ageMs = now() - (newestMs() ?? startedMs);
    if (ageMs <= OLD_AFTER_MS) {
      if (newestMs() !== null) await alarms.clear("age");
      return;
    }
    if (isWithin(ALERT_DELAY_MS, startedMs, now())) return;
    const hours = Math.floor(ageMs / HOUR_MS);
    const reason = `The newest backup is ${hours} hours old.`;
    await alarms.raise("age", reason, { kind: "age", newest: newest ?? null, hours });
  }

  return {
    newest: () => newest ?? null,
    async check() {
      try {
        if (newestMs() === null) await readNewest();
        if (isDue() && !isWithin(RETRY_MS, triedMs, now())) {
          // An operator may have made one in the meantime.
          await readNewest();
          failure = isDue() ? await run() : null;
        }
      } finally {
        await watchAge();
      }
      if (failure !== null) throw failure;
    },
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * Newest backup that every destination has. Ignores other clusters, such as a previous major version of
 * PostgreSQL: their backups cannot restore current data.
 */
async function newestOf(
  destinations: readonly BackupDestination[],
  systemId: string | null,
  nowMs: number,
): Promise<string | null> {
  const newest = await Promise.all(
    destinations.map(async (destination) => {
      const name = (await listBackups(destination)).find((each) => !isFromFuture(each, nowMs));
      if (name === undefined || systemId === null) return name;
      const { database } = await readManifest(destination, name);
      return database?.systemId === systemId ? name : undefined;
    }),
  );
  const names = newest.flatMap((name) => (name === undefined ? [] : [name]));
  return names.length < destinations.length ? null : (names.toSorted()[0] ?? null);
}
