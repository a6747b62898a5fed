import { offsetAt, startOn } from "#shared/live/service-schedule.domain.ts";

const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const WALL_LENGTH = "2026-11-23T16:00".length;

/** An ISO instant as a clock on the wall of `timeZone` shows it, "2026-11-23T16:00"; "" for none. */
export function wallTimeOf(timeZone: string, instant: string | undefined): string {
  const ms = Date.parse(instant ?? "");
  if (Number.isNaN(ms)) return "";
  return new Date(ms + offsetAt(timeZone, ms)).toISOString().slice(0, WALL_LENGTH);
}

/**
 * The ISO instant of a wall time. One that a clock change skips is as much later as the clock jumps; one
 * that comes twice is the first.
 *
 * @returns undefined for what is no such time.
 */
export function instantOfWallTime(timeZone: string, wallTime: string): string | undefined {
  const isTime = WALL_TIME.test(wallTime) && !Number.isNaN(Date.parse(`${wallTime}Z`));
  if (!isTime) return undefined;
  const [date = "", clock = ""] = wallTime.split("T");
  return new Date(startOn(timeZone, date, clock)).toISOString();
}
