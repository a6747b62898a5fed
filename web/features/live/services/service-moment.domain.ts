import { calendarDay, dayAfter } from "#shared/devotional/devotional-date.ts";
import {
  nextOccurrences,
  type ServiceOccurrence,
  type ServiceSchedule,
} from "#shared/live/service-schedule.domain.ts";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";

/** After its end, a service is shown as long as this. */
const OVER_MS = 6 * HOUR_MS;
/** Services that can end within that time. */
const MOST_OVER = 3;
/** Hour of the visitor's clock from which a day is called "tonight". */
const EVENING_HOUR = 17;
/** Within these days a weekday is unambiguous. */
const WEEK_DAYS = 6;

/** The service of a card: the running one, otherwise one that is just over, otherwise the next. */
export type ServiceMoment = { phase: "coming" | "running" | "over"; service: ServiceOccurrence };

/**
 * Returns the service of a card, or null without one.
 *
 * @param next the current or next service
 */
export function serviceMoment(
  services: ServiceSchedule,
  next: ServiceOccurrence | null,
  nowMs: number,
): ServiceMoment | null {
  if (next && next.startMs <= nowMs) return { phase: "running", service: next };
  const isSoon = next !== null && next.startMs - nowMs <= HOUR_MS;
  const last = isSoon ? undefined : lastOver(services, nowMs);
  if (last) return { phase: "over", service: last };
  return next && { phase: "coming", service: next };
}

function lastOver(services: ServiceSchedule, nowMs: number): ServiceOccurrence | undefined {
  return nextOccurrences(services, nowMs - OVER_MS, MOST_OVER)
    .filter(({ endMs }) => endMs <= nowMs)
    .at(-1);
}

/** Returns how a day is named, seen from another instant, by the device's own clock and zone. */
export function dayName(
  atMs: number,
  nowMs: number,
): "today" | "tonight" | "tomorrow" | "weekday" | "date" {
  const day = calendarDay(atMs);
  const today = calendarDay(nowMs);
  if (day === today) return new Date(atMs).getHours() < EVENING_HOUR ? "today" : "tonight";
  if (day === dayAfter(today, 1)) return "tomorrow";
  return day > today && day <= dayAfter(today, WEEK_DAYS) ? "weekday" : "date";
}
