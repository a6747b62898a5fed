import { MINUTE_MS, DAY_MS } from "#shared/durations.ts";
import {
  dayMs,
  dayText,
  fallsOn,
  type ServiceRule,
  type Weekday,
  weekdayOf,
} from "./service-rules.domain.ts";

/** A service's wall clock, "16:00", and how long it lasts. */
type ServiceTimes = { id: string; start: string; durationMinutes: number };

/** One time that is not as the service's rule says. */
export type ServiceException = {
  serviceId: string;
  /** Calendar day of the time that is meant, in the ministry's zone: "2026-11-26". */
  date: string;
  kind: "cancelled" | "moved";
  /** Where a moved one is now; what is absent stays as it was. */
  newDate?: string | undefined;
  newStart?: string | undefined;
};

/** Services as a ministry writes them: days and wall clock in one IANA zone. */
export type ServiceSchedule = {
  timeZone: string;
  weekly: readonly (ServiceTimes & { weekday: Weekday })[];
  /** Monthly ones, special days, single ones. */
  others?: readonly (ServiceTimes & { rule: ServiceRule })[] | undefined;
  exceptions?: readonly ServiceException[] | undefined;
};

/** One service at its instants; milliseconds since the epoch. */
export type ServiceOccurrence = {
  id: string;
  startMs: number;
  endMs: number;
  /** When it would have begun; absent where it is as its rule says. */
  movedFromMs?: number;
};

/** A time that is cancelled or moved. */
export type ChangedOccurrence = {
  id: string;
  /** The day that it was for. */
  date: string;
  kind: ServiceException["kind"];
  /** When it would have begun. */
  plannedMs: number;
  /** When it begins now; null: it is cancelled. */
  startMs: number | null;
};

/** A schedule without weekly services may be quiet for so long: a feast comes back within it. */
const HORIZON_DAYS = 400;

type WallClock = { year: number; month: number; day: number; hour: number; minute: number };

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
  const lastDay = Math.max(7 * count, HORIZON_DAYS) + 1;
  for (let day = -1; found.length < count && day <= lastDay; day++) {
    const dayUtcMs = todayUtcMs + day * DAY_MS;
    found.push(
      ...occurrencesOfDay(services, dayUtcMs).filter((occurrence) => occurrence.endMs > nowMs),
    );
  }
  return found.slice(0, count);
}

/** The times that are cancelled or moved and not over, in the order of the days that they were for. */
export function changedOccurrences(services: ServiceSchedule, nowMs: number): ChangedOccurrence[] {
  return (services.exceptions ?? [])
    .flatMap((exception) => {
      const service = heldOn(services, dayMs(exception.date)).find(isServiceOf(exception));
      if (service === undefined) return [];
      const { date, kind } = exception;
      const plannedMs = startOn(services.timeZone, date, service.start);
      const startMs = kind === "moved" ? movedTo(services.timeZone, service, exception) : null;
      const lastMs = Math.max(plannedMs, startMs ?? 0) + service.durationMinutes * MINUTE_MS;
      return lastMs > nowMs ? [{ id: service.id, date, kind, plannedMs, startMs }] : [];
    })
    .toSorted((a, b) => a.plannedMs - b.plannedMs);
}

/** Whether a service is held on a calendar day by its rule, whatever was changed of it. */
export function isHeldOn(services: ServiceSchedule, serviceId: string, date: string): boolean {
  return heldOn(services, dayMs(date)).some(({ id }) => id === serviceId);
}

/** The services of a day by their rules; `ms` is midnight UTC of the calendar day, whatever the zone. */
function heldOn({ weekly, others = [] }: ServiceSchedule, ms: number): ServiceTimes[] {
  const weekday = weekdayOf(ms);
  return [
    ...weekly.filter((service) => service.weekday === weekday),
    ...others.filter(({ rule }) => fallsOn(rule, ms)),
  ];
}

function occurrencesOfDay(services: ServiceSchedule, ms: number): ServiceOccurrence[] {
  const { timeZone, exceptions = [] } = services;
  const date = dayText(ms);
  const isChanged = ({ id }: ServiceTimes): boolean =>
    exceptions.some((exception) => exception.serviceId === id && exception.date === date);
  const asPlanned = heldOn(services, ms)
    .filter((service) => !isChanged(service))
    .map((service) => occurrence(service, startOn(timeZone, date, service.start)));
  const movedHere = exceptions
    .filter(({ kind, newDate, date: planned }) => kind === "moved" && (newDate ?? planned) === date)
    .flatMap((exception) =>
      heldOn(services, dayMs(exception.date))
        .filter(isServiceOf(exception))
        .map((service) => ({
          ...occurrence(service, movedTo(timeZone, service, exception)),
          movedFromMs: startOn(timeZone, exception.date, service.start),
        })),
    );
  return [...asPlanned, ...movedHere].toSorted((a, b) => a.startMs - b.startMs);
}

function isServiceOf({ serviceId }: ServiceException): (service: ServiceTimes) => boolean {
  return ({ id }) => id === serviceId;
}

function occurrence({ id, durationMinutes }: ServiceTimes, startMs: number): ServiceOccurrence {
  return { id, startMs, endMs: startMs + durationMinutes * MINUTE_MS };
}

function movedTo(
  timeZone: string,
  service: ServiceTimes,
  { date, newDate = date, newStart = service.start }: ServiceException,
): number {
  return startOn(timeZone, newDate, newStart);
}

/** The instant of a wall clock "16:00" on a calendar day. */
export function startOn(timeZone: string, date: string, start: string): number {
  const day = new Date(dayMs(date));
  return instantOf(timeZone, {
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    hour: Number(start.slice(0, 2)),
    minute: Number(start.slice(3, 5)),
  });
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
