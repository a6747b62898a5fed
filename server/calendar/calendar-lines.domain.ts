import { offsetAt } from "#shared/live/service-schedule.domain.ts";
import { MINUTE_MS, DAY_MS } from "@reign-tv/kit/durations.ts";

/** RFC 5545, 3.1: lines are folded at 75 bytes. */

const MAX_LINE_BYTES = 75;

/** Joins content lines to a file: folded at 75 bytes, ended by CRLF (RFC 5545, 3.1). */
export function calendarText(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** Escapes a text value (RFC 5545, 3.3.11). */
export function textValue(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n|\r|\n/g, String.raw`\n`);
}

/** Formats a local time without zone, "20261025T030000"; `asUtcMs` is the wall clock read as UTC. */
export function localTime(asUtcMs: number): string {
  return new Date(asUtcMs).toISOString().slice(0, 19).replace(/[-:]/g, "");
}

/** Formats an instant in UTC, "20261025T010000Z". */
export function utcTime(instantMs: number): string {
  return `${localTime(instantMs)}Z`;
}

/** Folds between characters. The leading space of a continuation counts. */
function foldLine(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

/** No zone changes its clocks twice within a week. */
const SEARCH_STEP_MS = 7 * DAY_MS;
/** Write a rule if this many years in a row follow it. */
const RULE_YEARS = 10;

type ClockChange = {
  /** Local time of the change, as before it, read as UTC. */
  wallMs: number;
  fromOffsetMs: number;
  toOffsetMs: number;
};

/**
 * VTIMEZONE of an IANA zone from Intl data, so that clients need no zone data (RFC 5545, 3.6.5). Changes on a fixed
 * weekday of a month become a yearly rule, as in Europe; others, as around Ramadan, are listed for ten years.
 *
 * @param fromYear first year of the events in the calendar.
 */
export function zoneLines(timeZone: string, fromYear: number): string[] {
  const changes = clockChanges(timeZone, Date.UTC(fromYear - 1, 0), RULE_YEARS + 1);
  const lowestOffsetMs = Math.min(...changes.map(({ toOffsetMs }) => toOffsetMs));
  const groups = [
    changes.filter(({ toOffsetMs }) => toOffsetMs === lowestOffsetMs),
    changes.filter(({ toOffsetMs }) => toOffsetMs !== lowestOffsetMs),
  ];
  const observances = groups.flatMap((group, index) =>
    observanceLines(index === 0 ? "STANDARD" : "DAYLIGHT", group),
  );
  const known = observances.length > 0 ? observances : unchangingLines(timeZone, fromYear);
  return ["BEGIN:VTIMEZONE", `TZID:${timeZone}`, ...known, "END:VTIMEZONE"];
}

function clockChanges(timeZone: string, startMs: number, years: number): ClockChange[] {
  const changes: ClockChange[] = [];
  const endMs = startMs + years * 366 * DAY_MS;
  let fromOffsetMs = offsetAt(timeZone, startMs);
  for (let ms = startMs; ms < endMs; ms += SEARCH_STEP_MS) {
    const toOffsetMs = offsetAt(timeZone, ms + SEARCH_STEP_MS);
    if (toOffsetMs === fromOffsetMs) continue;
    const atMs = changeBetween(timeZone, ms, ms + SEARCH_STEP_MS);
    changes.push({ wallMs: atMs + fromOffsetMs, fromOffsetMs, toOffsetMs });
    fromOffsetMs = toOffsetMs;
  }
  return changes;
}

/** The first minute with the offset of `lateMs`. */
function changeBetween(timeZone: string, earlyMs: number, lateMs: number): number {
  const before = offsetAt(timeZone, earlyMs);
  let early = earlyMs;
  let late = lateMs;
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(timeZone, middle) === before) early = middle;
    else late = middle;
  }
  return late;
}

function observanceLines(kind: "STANDARD" | "DAYLIGHT", changes: readonly ClockChange[]): string[] {
  const [first] = changes;
  if (!first) return [];
  const rule = yearlyRule(changes);
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localTime(first.wallMs)}`,
    `TZOFFSETFROM:${offsetText(first.fromOffsetMs)}`,
    `TZOFFSETTO:${offsetText(first.toOffsetMs)}`,
    // Some readers ignore DTSTART when there is a list, so it contains DTSTART too.
    ...(rule === null
      ? changes.map(({ wallMs }) => `RDATE:${localTime(wallMs)}`)
      : [`RRULE:${rule}`]),
    `END:${kind}`,
  ];
}

/** Returns the rule that all changes follow, or null. */
function yearlyRule(changes: readonly ClockChange[]): string | null {
  if (changes.length < RULE_YEARS) return null;
  const dates = changes.map(({ wallMs }) => new Date(wallMs));
  const shared = <Value>(read: (date: Date) => Value): Value | null => {
    const values = new Set(dates.map(read));
    const [only] = values;
    return values.size === 1 && only !== undefined ? only : null;
  };
  const month = shared((date) => date.getUTCMonth());
  const weekday = shared((date) => date.getUTCDay());
  const time = shared((date) => date.toISOString().slice(11));
  const fromLast = shared(isInLastWeek);
  const week = fromLast ? -1 : shared((date) => Math.ceil(date.getUTCDate() / 7));
  if (month === null || weekday === null || time === null || week === null) return null;
  return `FREQ=YEARLY;BYMONTH=${month + 1};BYDAY=${week}${WEEKDAY_CODES[weekday]}`;
}

const WEEKDAY_CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;

function isInLastWeek(date: Date): boolean {
  const nextWeek = new Date(date.getTime() + 7 * DAY_MS);
  return nextWeek.getUTCMonth() !== date.getUTCMonth();
}

function unchangingLines(timeZone: string, fromYear: number): string[] {
  const offset = offsetText(offsetAt(timeZone, Date.UTC(fromYear, 0)));
  return [
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    "END:STANDARD",
  ];
}

/** For example "+0100". */
function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / MINUTE_MS;
  const digits = (value: number) => String(value).padStart(2, "0");
  return `${offsetMs < 0 ? "-" : "+"}${digits(Math.floor(minutes / 60))}${digits(minutes % 60)}`;
}
