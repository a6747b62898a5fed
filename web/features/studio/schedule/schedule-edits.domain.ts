import { DAY_MS } from "@reign-tv/kit/durations.ts";
import {
  dayMs,
  dayText,
  type Feast,
  type ServiceRule,
  weekdayOf,
} from "#shared/live/service-rules.domain.ts";
import {
  isHeldOn,
  nextOccurrences,
  type ServiceException,
  type ServiceOccurrence,
} from "#shared/live/service-schedule.domain.ts";
import type { WholeSchedule } from "#shared/studio/kinds/schedule.ts";

type Exceptions = WholeSchedule["exceptions"];
export type NewKind = "weekly" | "months" | "weeks" | "once";

/** Days after which exceptions are dropped; calendars have fetched them by then. */
const MAX_EXCEPTION_AGE_DAYS = 60;
/** Number of coming occurrences that are searched for one from a URL. */
const MAX_SEARCHED_OCCURRENCES = 60;

/**
 * Returns the exceptions with one more, which replaces that of the same occurrence. Drops old ones.
 */
export function withException(
  exceptions: Exceptions,
  added: Exceptions[number],
  nowMs: number,
): Exceptions {
  return [...withoutException(exceptions, added, nowMs), added];
}

export function withoutException(
  exceptions: Exceptions,
  { serviceId, date }: Pick<ServiceException, "serviceId" | "date">,
  nowMs: number,
): Exceptions {
  const oldest = nowMs - MAX_EXCEPTION_AGE_DAYS * DAY_MS;
  return exceptions.filter(
    (one) => dayMs(one.date) >= oldest && (one.serviceId !== serviceId || one.date !== date),
  );
}

/** Returns the exceptions whose occurrence still exists: a service on another day drops its own. */
export function standingExceptions(schedule: WholeSchedule, exceptions: Exceptions): Exceptions {
  return exceptions.filter(({ serviceId, date }) => isHeldOn(schedule, serviceId, date));
}

/** Returns the occurrence by its service and its current day; null without one. */
export function occurrenceAt(
  services: WholeSchedule,
  { id, date }: { id: string; date: string },
  nowMs: number,
): ServiceOccurrence | null {
  const coming = nextOccurrences(services, nowMs, MAX_SEARCHED_OCCURRENCES);
  return (
    coming.find((one) => one.id === id && localDay(one.startMs, services.timeZone) === date) ?? null
  );
}

/** Returns the day by the service's rule of an occurrence that may have been moved. */
export function plannedDay(
  { startMs, movedFromMs }: ServiceOccurrence,
  { timeZone }: Pick<WholeSchedule, "timeZone">,
): string {
  return localDay(movedFromMs ?? startMs, timeZone);
}

/** Returns the calendar day "2026-11-26" of an instant in a zone. */
export function localDay(ms: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return parts.format(ms);
}

/** Returns the schedule with a new service of a kind. */
export function withService(
  schedule: WholeSchedule,
  kind: NewKind | Feast,
  { title, today }: { title: Readonly<Record<string, string>>; today: string },
): { weekly: readonly object[]; others: readonly object[] } {
  const { weekly, others } = schedule;
  const known = [...weekly, ...others].map(({ id }) => id);
  const id = freeId(kind === "months" || kind === "weeks" ? "service" : kind, known);
  const times = { id, start: "18:00", durationMinutes: 120 };
  const weekday = weekdayOf(dayMs(today));
  if (kind === "weekly") return { weekly: [...weekly, { ...times, weekday }], others };
  return { weekly, others: [...others, { ...times, title, rule: ruleOf(kind, today) }] };
}

function ruleOf(
  kind: Exclude<NewKind, "weekly"> | Feast,
  today: string,
): WholeSchedule["others"][number]["rule"] {
  const weekday = weekdayOf(dayMs(today));
  switch (kind) {
    case "once":
      return { kind, date: dayText(dayMs(today) + 7 * DAY_MS) };
    case "weeks":
      return { kind, weekday, every: 2, from: today };
    case "months":
      return { kind, weekday, which: 1, every: 1, from: today };
    case "good-friday":
    case "easter":
    case "ascension":
    case "pentecost":
    case "christmas":
    case "new-year":
      return { kind: "feast", feast: kind };
  }
}

function freeId(wanted: string, known: readonly string[]): string {
  if (!known.includes(wanted)) return wanted;
  let number = 2;
  while (known.includes(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}

/** Returns true for a rule that repeats by days of the week. */
export function isSeries(
  rule: ServiceRule,
): rule is Extract<ServiceRule, { kind: "weeks" | "months" }> {
  return rule.kind === "weeks" || rule.kind === "months";
}
