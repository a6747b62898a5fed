import { HOUR_MS } from "@reign-tv/kit/durations.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import { LANGUAGES } from "#shared/languages.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import { nextOccurrences, type ServiceSchedule } from "#shared/live/service-schedule.domain.ts";
import { pushMessages } from "#shared/messages/push.ts";
import type { MinistryChannel } from "#shared/site/ministry.ts";
import { textIn } from "#shared/site/localized-text.domain.ts";
import type { Watched } from "./broadcast-watch.ts";

/** A broadcast may begin this long before its service, and an encoder may be away this long within one. */
const BEFORE_MS = HOUR_MS;

type ChannelBroadcasts = {
  id: ChannelId;
  name: MinistryChannel["name"];
  /** Oldest first. */
  broadcasts: readonly Watched[];
};

/** "We are live" for each channel that is on the air. Broadcasts of one service have the same id: it is sent once. */
export function liveAnnouncements(
  channels: readonly ChannelBroadcasts[],
  services: ServiceSchedule,
): Announcement[] {
  return channels.flatMap(({ id, name, broadcasts }) => {
    const broadcast = broadcasts.at(-1);
    if (broadcast === undefined || broadcast.endedAtMs !== null) return [];
    const { onAirAtMs } = broadcast;
    if (onAirAtMs === null) return [];
    const key = `live:${id}:${serviceOf(broadcasts, onAirAtMs, services)}`;
    return [
      {
        key,
        text: Object.fromEntries(
          LANGUAGES.map((language) => [
            language,
            pushMessages[language].live(textIn(name, language)?.text ?? id),
          ]),
        ),
        severity: "info" as const,
        link: "/live-tv",
        push: { id: key, publishedAt: new Date(onAirAtMs).toISOString() },
      },
    ];
  });
}

/** The service of the schedule, else the first of the broadcasts that followed each other closely. */
function serviceOf(
  broadcasts: readonly Watched[],
  onAirAtMs: number,
  services: ServiceSchedule,
): string {
  const [service] = nextOccurrences(services, onAirAtMs, 1);
  if (service !== undefined && service.startMs - BEFORE_MS <= onAirAtMs) {
    return `${service.id}:${new Date(service.startMs).toISOString()}`;
  }
  let first = broadcasts.at(-1);
  for (const earlier of broadcasts.toReversed()) {
    const gapMs = (first?.startedAtMs ?? 0) - (earlier.endedAtMs ?? Infinity);
    if (earlier !== first && gapMs > BEFORE_MS) break;
    first = earlier;
  }
  return first?.id ?? "";
}
