import { type ChannelId, channelNamed, chosenSource } from "#shared/live/channels.ts";
import type { ChannelSource, Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { FailoverMonitor, OutageReason } from "./failover.ts";
import { createHash } from "node:crypto";

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

const NAME_LENGTH = 4;

/**
 * What pages know a source by, to notice that it is another one; null: off the air. An address may hold a
 * key, so that the name comes from it one way only.
 */
export function sourceFingerprint(source: ChannelSource | null): string {
  const text = JSON.stringify(source);
  return createHash("sha256").update(text).digest("base64url").slice(0, NAME_LENGTH);
}

/** A linear programme that a channel may play. */
export type LinearProgramme = {
  lineupId: string;
  /** Path of its playlists and its guide, without a slash at the end. */
  path: string;
  /** Under this name its eras are kept. */
  eraName: string;
};

type Sources = Pick<MinistryChannel, "source" | "fallback">;

/**
 * The linear programmes of a channel: its source's, else its back-up's, at the channel's own address; a
 * back-up's beside another programme has an address of its own.
 */
export function linearProgrammes(
  id: ChannelId,
  { source, fallback }: Sources,
): readonly LinearProgramme[] {
  const lineupIds = [source, fallback].flatMap((each) =>
    each?.kind === "linear" ? [each.lineupId] : [],
  );
  const [first, second] = [...new Set(lineupIds)];
  return [
    ...(first === undefined ? [] : [{ lineupId: first, path: `/live/${id}`, eraName: id }]),
    // No channel's id ends so: its eras would be another's.
    ...(second === undefined
      ? []
      : [{ lineupId: second, path: `/live/${id}/backup`, eraName: `${id}-backup-` }]),
  ];
}

/** Path under which a channel plays a line-up; null where it does not. */
export function linearPath(
  id: ChannelId,
  channel: Sources,
  { lineupId }: Extract<ChannelSource, { kind: "linear" }>,
): string | null {
  return linearProgrammes(id, channel).find((each) => each.lineupId === lineupId)?.path ?? null;
}
