import { MINUTE_MS } from "#server/kit/durations.ts";

/** Hour and minute of a machine's own clock. */
export type TimeOfDay = { readonly hours: number; readonly minutes: number };

/** A server that was off at night makes up for it, but not while it is still busy with its start. */
const AFTER_START_MS = 10 * MINUTE_MS;

/**
 * True when the backup of the last night is missing.
 *
 * @param moment.nowMs milliseconds since the epoch, as all of these.
 * @param moment.newestMs when the newest backup was begun; null before the first one.
 */
export function isBackupDue(
  moment: { readonly nowMs: number; readonly startedMs: number; readonly newestMs: number | null },
  time: TimeOfDay,
): boolean {
  const { nowMs, startedMs, newestMs } = moment;
  const dueMs = lastTime(nowMs, time);
  if (newestMs !== null && newestMs >= dueMs) return false;
  return nowMs - startedMs >= AFTER_START_MS || (dueMs >= startedMs && newestMs !== null);
}

/** The last moment at which the clock showed that time; a night that lacks it has it an hour later. */
function lastTime(nowMs: number, { hours, minutes }: TimeOfDay): number {
  const today = new Date(nowMs);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const atMs = new Date(year, month, day, hours, minutes).getTime();
  return atMs <= nowMs ? atMs : new Date(year, month, day - 1, hours, minutes).getTime();
}
