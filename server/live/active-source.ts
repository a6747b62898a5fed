import { type ChannelId, channelNamed, chosenSource } from "#shared/live/channels.ts";
import type { ChannelSource, Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { FailoverMonitor, OutageReason } from "./failover.ts";
import { NEVER_ON_AIR, type OnAir } from "./on-air.ts";
import { createHash } from "node:crypto";

/** Active source of a channel. */
export type Playing = {
  /** Null while the ministry has it off the air, and between broadcasts of a channel that has no fallback. */
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

/** The choice of the ministry comes first, then a broadcast, then an automatic failover. */
export function createActiveSource(
  ministry: () => Pick<Ministry, "channels">,
  failovers: Pick<FailoverMonitor, "of">,
  onAir: OnAir = NEVER_ON_AIR,
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
    if (source.kind === "ingest") return ingestOrFallback(channel, onAir(id) !== null);
    const failover = failovers.of(id);
    if (failover === null || channel.fallback === undefined) {
      return { source, isFallback: false, instead: null };
    }
    const { why, sinceMs } = failover;
    return { source: channel.fallback, isFallback: true, instead: { why, sinceMs } };
  };
}

/** With a linear fallback one playlist has both, so the source stays: open players need no reload. */
function ingestOrFallback({ source, fallback }: Sources, isOnAir: boolean): Playing {
  if (isOnAir || fallback?.kind === "linear") return { source, isFallback: false, instead: null };
  return { source: fallback ?? null, isFallback: fallback !== undefined, instead: null };
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

/** Path of the lineup between the broadcasts of a channel, or of its second lineup. */
export function backupPath(id: ChannelId): string {
  return `/live/${id}/backup`;
}

/** Path of the master playlist at which a channel plays broadcasts and its first lineup. */
export function channelPlaylist(id: ChannelId): string {
  return `/live/${id}/index.m3u8`;
}

/**
 * Returns the lineups of a channel. The first is at the channel's own path; the fallback's second lineup has its own
 * path.
 */
export function linearProgrammes(
  id: ChannelId,
  { source, fallback }: Sources,
): readonly LinearProgramme[] {
  if (source.kind === "ingest") {
    // The channel's own path joins it with the broadcasts.
    if (fallback?.kind !== "linear") return [];
    return [{ lineupId: fallback.lineupId, path: backupPath(id), revisionKey: id }];
  }
  const lineupIds = [source, fallback].flatMap((each) =>
    each?.kind === "linear" ? [each.lineupId] : [],
  );
  const [first, second] = [...new Set(lineupIds)];
  return [
    ...(first === undefined ? [] : [{ lineupId: first, path: `/live/${id}`, revisionKey: id }]),
    // No channel id ends with "-", so this key is unique.
    ...(second === undefined
      ? []
      : [{ lineupId: second, path: backupPath(id), revisionKey: `${id}-backup-` }]),
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

/** Path of the lineup that a channel with this source plays, now or between broadcasts; null without one. */
export function lineupPath(
  channels: Ministry["channels"],
  id: ChannelId,
  source: ChannelSource | null,
): string | null {
  const channel = channelNamed(channels, id);
  const lineup = source?.kind === "ingest" ? channel.fallback : source;
  return lineup?.kind === "linear" ? linearPath(id, channel, lineup) : null;
}
