import { DAY_MS, HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import {
  dayMs,
  dayText,
  fallsOn,
  feastMs,
  type ServiceRule,
  type Weekday,
  weekdayOf,
} from "#shared/live/service-rules.domain.ts";
import { changedOccurrences, startOn } from "#shared/live/service-schedule.domain.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { localTime, utcTime } from "./calendar-lines.domain.ts";

/** First year of the calendar. A series keeps its first day for good. */
export const FIRST_YEAR = 2026;
/** iCalendar has no rule for feasts: they are listed for this many years. */
const FEAST_YEARS = 3;
/** A monthly series recurs within this many days. */
const MAX_GAP_DAYS = 400;

const WEEKDAY_CODES = {
  sunday: "SU",
  monday: "MO",
  tuesday: "TU",
  wednesday: "WE",
  thursday: "TH",
  friday: "FR",
  saturday: "SA",
} as const satisfies Record<Weekday, string>;

/** One VEVENT: id, times and title. */
export type ServiceEvent = {
  /** Before the @ of its UID. */
  uid: string;
  /** Content lines of its time. */
  lines: readonly string[];
  /** Title in each language; absent: the default title of a service. */
  title: Ministry["services"]["weekly"][number]["title"];
  /** Reason of a change, shown to followers. */
  note?: Exception["note"];
};

type Services = Ministry["services"];
type Exception = NonNullable<Services["exceptions"]>[number];
type AnyService = Services["weekly"][number] | NonNullable<Services["others"]>[number];

/**
 * The services as events (RFC 5545): a series for each rule in local time, without cancelled occurrences (EXDATE), and
 * an event for each moved one (RECURRENCE-ID).
 *
 * @param nowMs milliseconds since the epoch; feasts are listed from its year on.
 */
export function serviceEvents(services: Services, nowMs: number): ServiceEvent[] {
  const { weekly, others = [] } = services;
  return [
    ...weekly.flatMap((service) => {
      const first = firstDay((ms) => weekdayOf(ms) === service.weekday, Date.UTC(FIRST_YEAR, 0));
      const rule = `RRULE:FREQ=WEEKLY;BYDAY=${WEEKDAY_CODES[service.weekday]}`;
      return series(services, service, { first, rule });
    }),
    ...others.flatMap((service) => otherEvents(services, service, nowMs)),
  ];
}

function otherEvents(
  services: Services,
  service: NonNullable<Services["others"]>[number],
  nowMs: number,
): ServiceEvent[] {
  const { rule } = service;
  switch (rule.kind) {
    case "once":
      return single(services, service, rule.date, `service-${service.id}`);
    case "feast": {
      const year = new Date(nowMs).getUTCFullYear();
      return Array.from({ length: FEAST_YEARS }, (_, index) => year + index).flatMap((of) =>
        single(services, service, dayText(feastMs(rule.feast, of)), `service-${service.id}-${of}`),
      );
    }
    case "weeks":
    case "months": {
      const first = firstDay((ms) => fallsOn(rule, ms), dayMs(rule.from));
      return first === null
        ? []
        : series(services, service, { first, rule: seriesRule(rule, services.timeZone) });
    }
  }
}

function seriesRule(
  rule: Extract<ServiceRule, { kind: "weeks" | "months" }>,
  timeZone: string,
): string {
  const code = WEEKDAY_CODES[rule.weekday];
  const byDay =
    rule.kind === "weeks" ? `WEEKLY;BYDAY=${code}` : `MONTHLY;BYDAY=${rule.which}${code}`;
  const until = rule.until === undefined ? null : startOn(timeZone, rule.until, "23:59");
  return [
    `RRULE:FREQ=${byDay}`,
    ...(rule.every > 1 ? [`INTERVAL=${rule.every}`] : []),
    ...(until === null ? [] : [`UNTIL=${utcTime(until)}`]),
  ].join(";");
}

/** A series, with an event for each moved occurrence. */
function series(
  services: Services,
  service: AnyService,
  { first, rule }: { first: number | null; rule: string },
): ServiceEvent[] {
  if (first === null) return [];
  const { timeZone } = services;
  const uid = `service-${service.id}`;
  const changes = changesOf(services, service);
  const zoned = (ms: number): string => `TZID=${timeZone}:${localTime(ms)}`;
  const { title } = service;
  const planned = (date: string): number => dayMs(date) + clockMs(service.start);
  return [
    {
      uid,
      title,
      lines: [
        `DTSTART;${zoned(first + clockMs(service.start))}`,
        `DURATION:PT${service.durationMinutes}M`,
        rule,
        ...changes
          .filter(({ kind }) => kind === "cancelled")
          .map(({ date }) => `EXDATE;${zoned(planned(date))}`),
      ],
    },
    ...changes
      .filter(({ kind }) => kind === "moved")
      .map(({ date, newDate = date, newStart = service.start, note }) => ({
        uid,
        title,
        note,
        lines: [
          `RECURRENCE-ID;${zoned(planned(date))}`,
          `DTSTART;${zoned(dayMs(newDate) + clockMs(newStart))}`,
          `DURATION:PT${service.durationMinutes}M`,
        ],
      })),
  ];
}

/** A single event. A cancelled one stays, so that calendars that have it show it as cancelled. */
function single(
  services: Services,
  service: AnyService,
  date: string,
  uid: string,
): ServiceEvent[] {
  const change = changesOf(services, service).find((one) => one.date === date);
  const { newDate = date, newStart = service.start } = change?.kind === "moved" ? change : {};
  const start = localTime(dayMs(newDate) + clockMs(newStart));
  return [
    {
      uid,
      title: service.title,
      note: change?.note,
      lines: [
        `DTSTART;TZID=${services.timeZone}:${start}`,
        `DURATION:PT${service.durationMinutes}M`,
        ...(change?.kind === "cancelled" ? ["STATUS:CANCELLED"] : []),
      ],
    },
  ];
}

/** Exceptions of a service, also past ones: calendars show the past. */
function changesOf(services: Services, { id }: AnyService): readonly Exception[] {
  const known = new Set(
    changedOccurrences(services, Number.NEGATIVE_INFINITY)
      .filter((change) => change.id === id)
      .map(({ date }) => date),
  );
  return (services.exceptions ?? []).filter(
    ({ serviceId, date }) => serviceId === id && known.has(date),
  );
}

/** Returns midnight UTC of the first matching day; null if there is none. */
function firstDay(fits: (ms: number) => boolean, fromMs: number): number | null {
  for (let day = 0; day <= MAX_GAP_DAYS; day++) {
    if (fits(fromMs + day * DAY_MS)) return fromMs + day * DAY_MS;
  }
  return null;
}

function clockMs(start: string): number {
  return Number(start.slice(0, 2)) * HOUR_MS + Number(start.slice(3, 5)) * MINUTE_MS;
}
