import { WEEKDAYS } from "#shared/live/service-rules.domain.ts";
import {
  DEVOTIONAL_REMINDER_TIME,
  type PushTopic,
  SERVICE_REMINDER_MINUTES,
} from "#shared/device/push.ts";
import { nextOccurrences, type ServiceSchedule } from "#shared/live/service-schedule.domain.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

/** A reminder whose time has come. */
export type DueReminder = {
  topic: PushTopic;
  /** Names this one reminder in all processes and over restarts. */
  key: string;
  /** When it became due; who asked for reminders later does not get it. */
  dueAtMs: number;
  /** After this it is of no use any more. */
  endsAtMs: number;
};

/** A devotional that could not be announced in the morning is not announced after noon. */
const DEVOTIONAL_WINDOW_MINUTES = 6 * 60;
/** Services that may begin within the same quarter of an hour. */
const SERVICES_AHEAD = 8;

/**
 * The reminders that are due: of each service from 15 minutes before until it starts, and of the day's
 * devotional from 6:00 on. Times are wall clock of the ministry's zone, so they follow its clock
 * changes.
 */
export function dueReminders(services: ServiceSchedule, nowMs: number): DueReminder[] {
  const ofServices = nextOccurrences(services, nowMs, SERVICES_AHEAD).map(
    ({ id, startMs }): DueReminder => ({
      topic: "services",
      key: `services:${id}:${new Date(startMs).toISOString()}`,
      dueAtMs: startMs - SERVICE_REMINDER_MINUTES * MINUTE_MS,
      endsAtMs: startMs,
    }),
  );
  const mornings = WEEKDAYS.map((weekday) => ({
    id: "devotional",
    weekday,
    start: DEVOTIONAL_REMINDER_TIME,
    durationMinutes: DEVOTIONAL_WINDOW_MINUTES,
  }));
  const ofDevotional = nextOccurrences(
    { timeZone: services.timeZone, weekly: mornings },
    nowMs,
    1,
  ).map(({ startMs, endMs }): DueReminder => ({
    topic: "devotional",
    key: `devotional:${new Date(startMs).toISOString().slice(0, 10)}`,
    dueAtMs: startMs,
    endsAtMs: endMs,
  }));
  return [...ofServices, ...ofDevotional].filter(
    ({ dueAtMs, endsAtMs }) => dueAtMs <= nowMs && nowMs < endsAtMs,
  );
}
