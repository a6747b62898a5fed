import { offsetAt, startOn } from "#shared/live/service-schedule.domain.ts";
import { APP_LINK_PATHS, APP_LINK_PREFIXES } from "#shared/site/app-links.ts";

const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const WALL_LENGTH = "2026-11-23T16:00".length;

/** Returns an ISO instant as local time in `timeZone` ("2026-11-23T16:00"), or "" without one. */
export function wallTimeOf(timeZone: string, instant: string | undefined): string {
  const ms = Date.parse(instant ?? "");
  if (Number.isNaN(ms)) return "";
  return new Date(ms + offsetAt(timeZone, ms)).toISOString().slice(0, WALL_LENGTH);
}

/**
 * Returns the ISO instant of a local time, or undefined for an invalid one. A time that a clock
 * change skips moves by the skipped hour; a time that occurs twice is the first.
 */
export function instantOfWallTime(timeZone: string, wallTime: string): string | undefined {
  const isTime = WALL_TIME.test(wallTime) && !Number.isNaN(Date.parse(`${wallTime}Z`));
  if (!isTime) return undefined;
  const [date = "", clock = ""] = wallTime.split("T");
  return new Date(startOn(timeZone, date, clock)).toISOString();
}

const HOST = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/;

/** Adds what people leave out of a link: "https://" before a host, "/" before a page of the site. */
export function completeLink(text: string): string {
  const link = text.trim();
  if (HOST.test(link)) return `https://${link}`;
  const path = `/${link}`;
  const isPage =
    APP_LINK_PATHS.includes(path) || APP_LINK_PREFIXES.some((prefix) => path.startsWith(prefix));
  return isPage ? path : link;
}
