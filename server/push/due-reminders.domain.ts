import { WEEKDAYS } from "#shared/live/service-rules.domain.ts";
import {
  DEVOTIONAL_REMINDER_TIME,
  type PushTopic,
  SERVICE_REMINDER_MINUTES,
  type DailyTopic,
} from "#shared/device/push.ts";
import { nextOccurrences, type ServiceSchedule } from "#shared/live/service-schedule.domain.ts";
import { MINUTE_MS, HOUR_MS } from "#server/kit/durations.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";

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

/** Devices that are to be reminded at the same time: at an hour of a zone. */
export type DailyGroup = { topic: DailyTopic; timeZone: string; hour: number };

/** A daily reminder whose time has come for a group. */
export type DueDaily = DueReminder & {
  group: DailyGroup;
  /** The calendar day of the group: "2026-11-24". */
  day: string;
};

/** What could not be sent in this time is not sent that day: nobody wants a morning's verse at night. */
const WINDOW_MINUTES = 3 * 60;

/** The groups whose hour it is, each by its own wall clock; the key is of its own calendar day. */
export function dueDaily(groups: readonly DailyGroup[], nowMs: number): DueDaily[] {
  return groups.flatMap((group): DueDaily[] => {
    const { topic, timeZone, hour } = group;
    const days = WEEKDAYS.map((weekday) => ({
      id: topic,
      weekday,
      start: `${String(hour).padStart(2, "0")}:00`,
      durationMinutes: WINDOW_MINUTES,
    }));
    const [next] = nextOccurrences({ timeZone, weekly: days }, nowMs, 1);
    if (!next || next.startMs > nowMs) return [];
    const day = calendarDay(next.startMs, timeZone);
    const key = `${topic}:${day}`;
    return [{ topic, key, dueAtMs: next.startMs, endsAtMs: next.endMs, group, day }];
  });
}

/** An announcement of which phones are to be told now. */
export type DueAnnouncement = Pick<Announcement, "text" | "link"> & {
  /** Id of its document: a device is told of it once. */
  id: string;
  /** Who asked for reminders later reads it on the page. */
  dueAtMs: number;
  /** After this it is no news any more. */
  endsAtMs: number;
};

/** In which a helper may still take it back: what phones show cannot be called back. */
const PUBLISH_GRACE_MS = MINUTE_MS;
const NEWS_FOR_MS = 6 * HOUR_MS;

/** The announcements that phones are to be told of: from a minute after publishing, or from when they begin. */
export function dueAnnouncements(
  announcements: readonly Announcement[],
  nowMs: number,
): DueAnnouncement[] {
  return announcements
    .flatMap(({ push, from, until, text, link }): DueAnnouncement[] => {
      if (push === undefined) return [];
      const published = Date.parse(push.publishedAt) + PUBLISH_GRACE_MS;
      const dueAtMs = Math.max(published, from === undefined ? 0 : Date.parse(from));
      const endsAtMs = Math.min(
        dueAtMs + NEWS_FOR_MS,
        until === undefined ? Infinity : Date.parse(until),
      );
      return [{ id: push.id, dueAtMs, endsAtMs, text, link }];
    })
    .filter(({ dueAtMs, endsAtMs }) => dueAtMs <= nowMs && nowMs < endsAtMs);
}
