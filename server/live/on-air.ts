import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { chosenSource } from "#shared/live/selected-source.domain.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import type { FailoverMonitor } from "./stand-ins.ts";
import type { OutageReason } from "./stand-in.domain.ts";

/** What a channel plays at this moment. */
export type Playing = {
  /** Null: it is off the air, because the ministry has said so. */
  source: ChannelSource | null;
  isFallback: boolean;
  /** What keeps its own source away; null while that plays. */
  instead: { why: OutageReason | "chosen" | "off"; sinceMs: number | null } | null;
};

/**
 * Tells what a channel of the ministry plays.
 *
 * @throws Error for an id of elsewhere.
 */
export type ActiveSource = (id: ChannelId) => Playing;

export function createActiveSource(
  ministry: Pick<Ministry, "channels">,
  standIns: Pick<FailoverMonitor, "of">,
): ActiveSource {
  return (id) => {
    const channel = channelNamed(ministry.channels, id);
    if (channel.isOffAir === true) {
      return { source: null, isFallback: false, instead: { why: "off", sinceMs: null } };
    }
    const source = chosenSource(channel);
    if (source !== channel.source) {
      return { source, isFallback: true, instead: { why: "chosen", sinceMs: null } };
    }
    const standIn = standIns.of(id);
    if (standIn === null || channel.fallback === undefined) {
      return { source, isFallback: false, instead: null };
    }
    const { why, sinceMs } = standIn;
    return { source: channel.fallback, isFallback: true, instead: { why, sinceMs } };
  };
}
