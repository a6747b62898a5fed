import { WEEKDAYS } from "#shared/live/service-rules.domain.ts";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import type { DailyTopic } from "#shared/device/push.ts";
import type { DueReminder } from "./due-reminders.domain.ts";

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
