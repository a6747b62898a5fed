import { type ChannelId, channelNamed, chosenSource } from "#shared/live/channels.ts";
import type { ChannelSource, Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { FailoverMonitor, OutageReason } from "./failover.ts";
import { createHash } from "node:crypto";

/** Active source of a channel. */
export type Playing = {
  /** Null while the ministry has it off the air. */
  source: ChannelSource | null;
  isFallback: boolean;
  /** Reason why the primary source is not active; null while it is. */
  instead: { why: OutageReason | "chosen" | "off"; sinceMs: number | null } | null;
};

/**
 * Returns the active source of a channel.
 *
 * @throws Error for an unknown id.
 */
export type ActiveSource = (id: ChannelId) => Playing;

export function createActiveSource(
  ministry: () => Pick<Ministry, "channels">,
  failovers: Pick<FailoverMonitor, "of">,
): ActiveSource {
  return (id) => {
    const channel = channelNamed(ministry().channels, id);
    if (channel.isOffAir === true) {
      return { source: null, isFallback: false, instead: { why: "off", sinceMs: null } };
    }
    const source = chosenSource(channel);
    if (source !== channel.source) {
      return { source, isFallback: true, instead: { why: "chosen", sinceMs: null } };
    }
    const failover = failovers.of(id);
    if (failover === null || channel.fallback === undefined) {
      return { source, isFallback: false, instead: null };
    }
    const { why, sinceMs } = failover;
    return { source: channel.fallback, isFallback: true, instead: { why, sinceMs } };
  };
}

const NAME_LENGTH = 4;

/** Short hash by which pages notice another source. A URL may hold a key, so the hash must not reveal it. */
export function sourceFingerprint(source: ChannelSource | null): string {
  const text = JSON.stringify(source);
  return createHash("sha256").update(text).digest("base64url").slice(0, NAME_LENGTH);
}

/** A lineup that a channel may play. */
export type LinearProgramme = {
  lineupId: string;
  /** Path of its playlists and guide, without a trailing slash. */
  path: string;
  /** Key of its lineup revisions in the state store. */
  revisionKey: string;
};

type Sources = Pick<MinistryChannel, "source" | "fallback">;

/**
 * Returns the lineups of a channel. The first is at the channel's own path; the fallback's second lineup has its own
 * path.
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
    ...(first === undefined ? [] : [{ lineupId: first, path: `/live/${id}`, revisionKey: id }]),
    // No channel id ends with "-", so this key is unique.
    ...(second === undefined
      ? []
      : [{ lineupId: second, path: `/live/${id}/backup`, revisionKey: `${id}-backup-` }]),
  ];
}

/** Path at which a channel plays a lineup; null if it does not. */
export function linearPath(
  id: ChannelId,
  channel: Sources,
  { lineupId }: Extract<ChannelSource, { kind: "linear" }>,
): string | null {
  return linearProgrammes(id, channel).find((each) => each.lineupId === lineupId)?.path ?? null;
}
