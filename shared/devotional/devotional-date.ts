import { DAY_MS } from "#shared/durations.ts";

/**
 * Days of the calendar as texts: "2026-06-14" and, for months, "2026-06". A devotional belongs to a
 * day, not to an instant, so that nobody sees yesterday's because of their time zone.
 */

/**
 * The calendar day at an instant.
 *
 * @param timeZone absent: that of the device.
 */
export function calendarDay(atMs: number, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...(timeZone !== undefined && { timeZone }),
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

/** The day that three parts of an address name, or null when the calendar has no such day. */
export function dayFromParts(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | null {
  const text = `${year}-${month}-${day}`;
  return isCalendarDay(text) ? text : null;
}

/** Whether a text is a day that the calendar has: no February 30th. */
export function isCalendarDay(text: string): boolean {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

/** The day so many days later; negative for earlier. */
export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The month of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** Day of the month, from 1. */
export function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10));
}

/** All days of a month. */
export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`;
  const days = Array.from({ length: 31 }, (_, index) => dayAfter(first, index));
  return days.filter((day) => monthOf(day) === month);
}

/** The month so many months later; negative for earlier. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Blank places before the first of a month in a week that begins on Monday: 0 to 6. */
export function weekdayOffset(month: string): number {
  return (new Date(`${month}-01T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Address of a published devotional. */
export function devotionalPath(day: string): string {
  return `/devotional/${day.replaceAll("-", "/")}`;
}
