import type { Ministry } from "#shared/site/ministry.ts";
import { MINUTE_MS, DAY_MS } from "#shared/durations.ts";

/** Weekly services as a ministry writes them: weekday and wall clock in one IANA zone. */
export type ServiceSchedule = Ministry["services"];

/** One service at its instants; milliseconds since the epoch. */
export type ServiceOccurrence = { id: string; startMs: number; endMs: number };

type WallClock = { year: number; month: number; day: number; hour: number; minute: number };

const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const satisfies readonly ServiceSchedule["weekly"][number]["weekday"][];

/**
 * The next services, earliest first. A service that is running now comes first, with a start in
 * the past, so that a page can say "on now".
 *
 * The truth is the wall clock and the zone, never an offset: Paris
 * 16:00 is 14:00 UTC in summer and 15:00 UTC in winter. A time that a clock change skips is held as
 * much later as the clock jumps; one that comes twice is held the first time (RFC 5545, 3.3.5).
 *
 * @param nowMs milliseconds since the epoch.
 * @param count how many occurrences are wanted.
 */
export function nextOccurrences(
  services: ServiceSchedule,
  nowMs: number,
  count: number,
): ServiceOccurrence[] {
  const today = wallClockAt(services.timeZone, nowMs);
  const todayUtcMs = Date.UTC(today.year, today.month - 1, today.day);
  const found: ServiceOccurrence[] = [];
  // From yesterday on: a service of up to 24 hours may have begun then.
  for (let day = -1; found.length < count && day <= 7 * count + 1; day++) {
    const dayUtcMs = todayUtcMs + day * DAY_MS;
    found.push(
      ...occurrencesOfDay(services, dayUtcMs).filter((occurrence) => occurrence.endMs > nowMs),
    );
  }
  return found.slice(0, count);
}

/** @param dayUtcMs midnight UTC of the calendar day that is meant, whatever the zone. */
function occurrencesOfDay(services: ServiceSchedule, dayUtcMs: number): ServiceOccurrence[] {
  const day = new Date(dayUtcMs);
  const weekday = WEEKDAYS[day.getUTCDay()];
  return services.weekly
    .filter((service) => service.weekday === weekday)
    .map((service) => {
      const startMs = instantOf(services.timeZone, {
        year: day.getUTCFullYear(),
        month: day.getUTCMonth() + 1,
        day: day.getUTCDate(),
        hour: Number(service.start.slice(0, 2)),
        minute: Number(service.start.slice(3, 5)),
      });
      return { id: service.id, startMs, endMs: startMs + service.durationMinutes * MINUTE_MS };
    })
    .toSorted((a, b) => a.startMs - b.startMs);
}

/** The instant at which a clock on the wall of `timeZone` shows `wall`. */
function instantOf(timeZone: string, wall: WallClock): number {
  const asUtcMs = utcOf(wall);
  // Offsets a day before and a day after surround any one clock change.
  const before = asUtcMs - offsetAt(timeZone, asUtcMs - DAY_MS);
  const after = asUtcMs - offsetAt(timeZone, asUtcMs + DAY_MS);
  const matches = [before, after].filter(
    (instant) => instant + offsetAt(timeZone, instant) === asUtcMs,
  );
  return matches.length > 0 ? Math.min(...matches) : before;
}

/** How far a zone's wall clock is ahead of UTC at an instant; milliseconds, in whole minutes. */
export function offsetAt(timeZone: string, instantMs: number): number {
  return utcOf(wallClockAt(timeZone, instantMs)) - Math.floor(instantMs / MINUTE_MS) * MINUTE_MS;
}

function utcOf(wall: WallClock): number {
  return Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
}

function wallClockAt(timeZone: string, instantMs: number): WallClock {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(instantMs)
      .map((part) => [part.type, Number(part.value)]),
  );
  return {
    year: parts.get("year") ?? Number.NaN,
    month: parts.get("month") ?? Number.NaN,
    day: parts.get("day") ?? Number.NaN,
    // Engines before Chromium 80 show midnight as 24 with hourCycle h23.
    hour: (parts.get("hour") ?? Number.NaN) % 24,
    minute: parts.get("minute") ?? Number.NaN,
  };
}

/** Making a formatter costs 100 times a formatting; a zone's name never changes its meaning. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  clocks.set(timeZone, made);
  return made;
}
