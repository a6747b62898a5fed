import { MINUTE_MS, DAY_MS } from "@reign-tv/kit/durations.ts";
import {
  dayMs,
  dayText,
  fallsOn,
  type ServiceRule,
  type Weekday,
  weekdayOf,
} from "./service-rules.domain.ts";

/** Local start time "16:00", the duration, and the channel that carries the service. */
type ServiceTimes = {
  id: string;
  start: string;
  durationMinutes: number;
  channel?: string | undefined;
};

/** A changed occurrence of a service. */
export type ServiceException = {
  serviceId: string;
  /** Original calendar day in the ministry's zone: "2026-11-26". */
  date: string;
  kind: "cancelled" | "moved";
  /** New day and time; an absent one is unchanged. */
  newDate?: string | undefined;
  newStart?: string | undefined;
};

/** Services in local time of one IANA zone. */
export type ServiceSchedule = {
  timeZone: string;
  weekly: readonly (ServiceTimes & { weekday: Weekday })[];
  /** Monthly services, special days, single services. */
  others?: readonly (ServiceTimes & { rule: ServiceRule })[] | undefined;
  exceptions?: readonly ServiceException[] | undefined;
};

/** One occurrence; epoch milliseconds. */
export type ServiceOccurrence = {
  id: string;
  startMs: number;
  endMs: number;
  /** Original start; absent without a change. */
  movedFromMs?: number;
};

/** A cancelled or moved occurrence. */
export type ChangedOccurrence = {
  id: string;
  /** Original day. */
  date: string;
  kind: ServiceException["kind"];
  /** Original start. */
  plannedMs: number;
  /** New start; null: cancelled. */
  startMs: number | null;
};

/** Search range without weekly services: a yearly feast recurs within it. */
const HORIZON_DAYS = 400;

type WallClock = { year: number; month: number; day: number; hour: number; minute: number };

/**
 * Returns the next services, earliest first. A running service comes first with a start in the
 * past, for "on now".
 *
 * The schedule is local time, never an offset: Paris 16:00 is 14:00 UTC in summer and 15:00 UTC in
 * winter. A time that a clock change skips moves by the length of the jump; of a repeated time the
 * first counts (RFC 5545, 3.3.5).
 *
 * @param nowMs epoch milliseconds
 * @param count number of occurrences
 */
export function nextOccurrences(
  services: ServiceSchedule,
  nowMs: number,
  count: number,
): ServiceOccurrence[] {
  const today = wallClockAt(services.timeZone, nowMs);
  const todayUtcMs = Date.UTC(today.year, today.month - 1, today.day);
  const found: ServiceOccurrence[] = [];
  // From yesterday on: a service of up to 24 hours may still be running.
  const lastDay = Math.max(7 * count, HORIZON_DAYS) + 1;
  for (let day = -1; found.length < count && day <= lastDay; day++) {
    const dayUtcMs = todayUtcMs + day * DAY_MS;
    found.push(
      ...occurrencesOfDay(services, dayUtcMs).filter((occurrence) => occurrence.endMs > nowMs),
    );
  }
  return found.slice(0, count);
}

/**
 * Returns cancelled and moved occurrences that are not over, in the order of their original days.
 */
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

/** Returns whether the rule of a service includes a calendar day, without exceptions. */
export function isHeldOn(services: ServiceSchedule, serviceId: string, date: string): boolean {
  return heldOn(services, dayMs(date)).some(({ id }) => id === serviceId);
}

/** Returns the services of a day by their rules; `ms` is midnight UTC of the calendar day. */
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

/** Returns the instant of the local time "16:00" on a calendar day. */
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

/** Returns the instant of a local time in `timeZone`. */
function instantOf(timeZone: string, wall: WallClock): number {
  const asUtcMs = utcOf(wall);
  // Offsets of the day before and after enclose any single clock change.
  const before = asUtcMs - offsetAt(timeZone, asUtcMs - DAY_MS);
  const after = asUtcMs - offsetAt(timeZone, asUtcMs + DAY_MS);
  const matches = [before, after].filter(
    (instant) => instant + offsetAt(timeZone, instant) === asUtcMs,
  );
  return matches.length > 0 ? Math.min(...matches) : before;
}

/** Returns the offset of a zone from UTC at an instant, in milliseconds (whole minutes). */
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

/** Creating a formatter costs 100 times a formatting. */
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
