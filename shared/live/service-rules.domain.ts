import { DAY_MS } from "@reign-tv/kit/durations.ts";

/** In the order of `Date#getDay`. */
export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** Feasts that can fix the date of a service. */
export const FEASTS = [
  "good-friday",
  "easter",
  "ascension",
  "pentecost",
  "christmas",
  "new-year",
] as const;

export type Feast = (typeof FEASTS)[number];

/** Days of a service that is not weekly. Days are calendar days in the ministry's zone. */
export type ServiceRule =
  | { kind: "once"; date: string }
  | { kind: "weeks"; weekday: Weekday; every: number; from: string; until?: string | undefined }
  | {
      kind: "months";
      weekday: Weekday;
      /** The first, second, third or fourth of the month; -1: the last. */
      which: number;
      every: number;
      from: string;
      until?: string | undefined;
    }
  | { kind: "feast"; feast: Feast };

/** Days after Easter Sunday. */
const EASTER_DAYS = {
  "good-friday": -2,
  easter: 0,
  ascension: 39,
  pentecost: 49,
} as const satisfies Partial<Record<Feast, number>>;

/** Returns midnight UTC of a calendar day "2026-11-26", in epoch milliseconds. */
export function dayMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Returns the calendar day of a midnight UTC. */
export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Returns the weekday of a midnight UTC. */
export function weekdayOf(ms: number): Weekday {
  return WEEKDAYS[new Date(ms).getUTCDay()] ?? "sunday";
}

/**
 * Returns whether a rule applies to a day.
 *
 * @param ms midnight UTC of the calendar day
 */
export function fallsOn(rule: ServiceRule, ms: number): boolean {
  switch (rule.kind) {
    case "once":
      return dayMs(rule.date) === ms;
    case "feast":
      return feastMs(rule.feast, new Date(ms).getUTCFullYear()) === ms;
    case "weeks":
      return (
        weekdayOf(ms) === rule.weekday &&
        isWithin(rule, ms) &&
        Math.round((weekStart(ms) - weekStart(dayMs(rule.from))) / (7 * DAY_MS)) % rule.every === 0
      );
    case "months":
      return (
        weekdayOf(ms) === rule.weekday &&
        isWithin(rule, ms) &&
        isWhich(rule.which, ms) &&
        (monthNumber(ms) - monthNumber(dayMs(rule.from))) % rule.every === 0
      );
  }
}

/** Returns midnight UTC of a feast in a year. */
export function feastMs(feast: Feast, year: number): number {
  if (feast === "christmas") return Date.UTC(year, 11, 25);
  if (feast === "new-year") return Date.UTC(year, 0, 1);
  return easterMs(year) + EASTER_DAYS[feast] * DAY_MS;
}

/** Gregorian Easter Sunday (anonymous algorithm of 1876, in Meeus' form). */
function easterMs(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

function isWithin({ from, until }: { from: string; until?: string | undefined }, ms: number) {
  return ms >= dayMs(from) && (until === undefined || ms <= dayMs(until));
}

/** Weeks start on Monday (ISO 8601), the default of RFC 5545. */
function weekStart(ms: number): number {
  return ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS;
}

function monthNumber(ms: number): number {
  const day = new Date(ms);
  return day.getUTCFullYear() * 12 + day.getUTCMonth();
}

function isWhich(which: number, ms: number): boolean {
  if (which === -1) return monthNumber(ms + 7 * DAY_MS) !== monthNumber(ms);
  return Math.ceil(new Date(ms).getUTCDate() / 7) === which;
}
