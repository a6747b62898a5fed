import { WEEKDAYS } from "#shared/live/service-rules.domain.ts";
import {
  DEVOTIONAL_REMINDER_TIME,
  type PushTopic,
  SERVICE_REMINDER_MINUTES,
  type DailyTopic,
} from "#shared/device/push.ts";
import { nextOccurrences, type ServiceSchedule } from "#shared/live/service-schedule.domain.ts";
import { MINUTE_MS, HOUR_MS } from "@reign-tv/kit/durations.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import { clockText, plainSpaces } from "#shared/clock-text.ts";
import { type Language, localisedPath } from "#shared/languages.ts";
import { pushMessages } from "#shared/messages/push.ts";
import type { PushMessage } from "#shared/contracts/push.ts";
import { textIn } from "#shared/site/localized-text.domain.ts";

export type DueReminder = {
  topic: PushTopic;
  /** Identifies the reminder in all processes and over restarts. */
  key: string;
  /** Time at which it became due; later subscribers do not get it. */
  dueAtMs: number;
  /** It is not sent after this time. */
  endsAtMs: number;
};

/** A devotional is not announced after noon. */
const DEVOTIONAL_WINDOW_MINUTES = 6 * 60;
/** Limit on services within the same quarter of an hour. */
const SERVICES_AHEAD = 8;

/**
 * Returns the due reminders: of each service from 15 minutes before until it starts, and of the day's devotional from
 * 6:00. Times are local to the ministry's zone, so they follow its clock changes.
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

/** Devices with the same reminder time: an hour in a zone. */
export type DailyGroup = { topic: DailyTopic; timeZone: string; hour: number };

/** A due daily reminder of a group. */
export type DueDaily = DueReminder & {
  group: DailyGroup;
  /** The calendar day of the group: "2026-11-24". */
  day: string;
};

/** A daily reminder is not sent later than this, so that the verse of the morning does not arrive at night. */
const WINDOW_MINUTES = 3 * 60;

/** Returns the groups whose local hour has come; the key contains their own calendar day. */
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

/** An announcement to be sent now. */
export type DueAnnouncement = Pick<Announcement, "text" | "link"> & {
  /** Id of its document: a device receives it once. */
  id: string;
  /** Later subscribers see it on the page. */
  dueAtMs: number;
  /** It is not sent after this time. */
  endsAtMs: number;
};

/** Delay before sending, so that staff can undo: a delivered push cannot be recalled. */
const PUBLISH_GRACE_MS = MINUTE_MS;
const SEND_WINDOW_MS = 6 * HOUR_MS;

/** Returns the due announcements: from a minute after publishing, or from their beginning. */
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
        dueAtMs + SEND_WINDOW_MS,
        until === undefined ? Infinity : Date.parse(until),
      );
      return [{ id: push.id, dueAtMs, endsAtMs, text, link }];
    })
    .filter(({ dueAtMs, endsAtMs }) => dueAtMs <= nowMs && nowMs < endsAtMs);
}

type ReminderContext = {
  /** The ministry's zone, for the times in texts. */
  timeZone: string;
  /** Title of the day's devotional, if known. */
  devotionalTitle: string | null;
};

/** Message of an announcement. A tap opens its link if that is a page of this site, else Home. */
export function announcementMessage(
  { text, link = "/" }: DueAnnouncement,
  language: Language,
): PushMessage {
  return {
    title: pushMessages[language].announcementTitle,
    body: textIn(text, language)?.text ?? "",
    url: localisedPath(link.startsWith("/") ? link : "/", language),
    tag: "announcement",
    language,
  };
}

/** A verse in its reminder; `path` is its page, without the language. */
export type VerseWords = { text: string; reference: string; path: string };

/** The verse of the day; without its text it links to the Bible. */
export function verseMessage(verse: VerseWords | null, language: Language): PushMessage {
  const texts = pushMessages[language];
  return {
    title: texts.verseTitle,
    body: verse ? `${verse.text} – ${verse.reference}` : texts.verseBody,
    url: localisedPath(verse?.path ?? "/bible", language),
    tag: "verse",
    language,
  };
}

/** Names no plan: progress in plans stays on the device. */
export function planMessage(language: Language): PushMessage {
  const texts = pushMessages[language];
  return {
    title: texts.planTitle,
    body: texts.planBody,
    url: localisedPath("/bible/plans", language),
    tag: "plan",
    language,
  };
}

/** Message of a reminder in the subscriber's language. */
export function reminderMessage(
  reminder: DueReminder,
  language: Language,
  { timeZone, devotionalTitle }: ReminderContext,
): PushMessage {
  const texts = pushMessages[language];
  if (reminder.topic === "devotional") {
    return {
      title: texts.devotionalTitle,
      body: devotionalTitle ?? texts.devotionalBody,
      url: localisedPath("/devotional", language),
      tag: "devotional",
      language,
    };
  }
  const time = plainSpaces(clockText(reminder.endsAtMs, language, timeZone));
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
  return {
    title: texts.serviceTitle,
    body: texts.serviceBody(time, city),
    url: localisedPath("/live-tv", language),
    tag: "services",
    language,
  };
}
