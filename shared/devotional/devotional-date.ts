import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { isDay } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";

/**
 * Calendar days are strings: "2026-06-14", and "2026-06" for months. A devotional belongs to a day,
 * not to an instant: otherwise another time zone would show yesterday's.
 */

/**
 * Returns the calendar day at an instant.
 *
 * @param timeZone the device's by default
 */
export function calendarDay(atMs: number, timeZone?: string): string {
  // A formatter would cost a slow phone milliseconds.
  if (timeZone === undefined) return deviceDay(new Date(atMs));
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(atMs);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((found) => found.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

function deviceDay(at: Date): string {
  const [year, month, day] = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(String);
  return `${year?.padStart(4, "0")}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
}

/** Returns the day of three path segments, or null if it does not exist. */
export function dayFromParts(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | null {
  const text = `${year}-${month}-${day}`;
  return isCalendarDay(text) ? text : null;
}

/** Returns whether a string is an existing day of this millennium. */
export function isCalendarDay(text: string): boolean {
  return text.startsWith("2") && isDay(text);
}

/** Returns the day `count` days later, or earlier if negative. */
export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** Returns the day of the month, from 1. */
export function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10));
}

export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`;
  const days = Array.from({ length: 31 }, (_, index) => dayAfter(first, index));
  return days.filter((day) => monthOf(day) === month);
}

/** Returns the month `count` months later, or earlier if negative. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Returns the Monday of the week of a day. */
export function mondayOf(day: string): string {
  return dayAfter(day, -weekdayOf(day));
}

/** Returns the blank cells before the first of a month in weeks from Monday: 0 to 6. */
export function weekdayOffset(month: string): number {
  return weekdayOf(`${month}-01`);
}

/** Days since Monday. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Returns the path of a published devotional. */
export function devotionalPath(day: string): string {
  return `/devotional/${day.replaceAll("-", "/")}`;
}

/** Id of the studio document of a day and language: "2026-11-23.fr". */
export function devotionalId(day: string, language: Language): string {
  return `${day}.${language}`;
}
