import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import type { ChannelsMessages } from "#shared/messages/studio/channels.ts";

type Status = LiveStatus["channels"][number];

/** Status of a channel, as color and text. */
export type ChannelStatus = { tone: "good" | "warn" | "bad" | "off"; text: string };

/**
 * Describes what a channel shows now.
 * @param status live status; null while unknown.
 * @param timeOf formats an ISO instant in the reader's time zone.
 */
export function channelStatus(
  status: Status | null,
  { live }: ChannelsMessages,
  timeOf: (instant: string) => string,
): ChannelStatus {
  if (status === null) return { tone: "off", text: live.unread };
  const { instead, state } = status;
  if (instead) {
    const time = instead.since === undefined ? "" : timeOf(instead.since);
    if (instead.why === "off") return { tone: "off", text: live.off };
    if (instead.why === "chosen") return { tone: "warn", text: live.chosen };
    return { tone: "bad", text: instead.why === "down" ? live.down(time) : live.silent(time) };
  }
  switch (state) {
    case "live":
      return { tone: "good", text: live.live };
    case "rerun":
      return { tone: "good", text: live.rerun };
    case "unknown":
      return { tone: "good", text: live.unknown };
    case "scheduled":
      return { tone: "off", text: live.scheduled };
    case "offline":
      return { tone: "warn", text: live.offline };
    case "down":
      return { tone: "bad", text: live.sourceDown };
  }
}

/** Describes a source by its origin. */
export function describeSource(source: ChannelSource, { kinds }: ChannelsMessages): string {
  switch (source.kind) {
    case "linear":
      return kinds.linear(source.lineupId);
    case "youtube":
      return source.videoId === undefined
        ? kinds.youtubeChannel(source.channelId ?? "")
        : kinds.youtubeVideo(source.videoId);
    case "hls":
      return kinds.hls(new URL(source.url).hostname);
    case "iframe":
      return kinds.iframe(new URL(source.url).hostname);
    case "script":
      return kinds.script(new URL(source.src).hostname);
  }
}
