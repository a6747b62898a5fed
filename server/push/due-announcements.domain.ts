import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import { HOUR_MS, MINUTE_MS } from "#server/kit/durations.ts";

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
