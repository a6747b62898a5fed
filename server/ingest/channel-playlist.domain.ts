import {
  channelPlaylist,
  type Period,
  type PeriodNumbers,
  FIRST_PERIOD,
  numbersAfter,
  type SegmentSource,
} from "@reign-tv/ingest/playlists/channel-playlist.domain.ts";
import {
  type MediaPlaylist,
  targetDurationOf,
} from "@reign-tv/ingest/playlists/media-playlist.domain.ts";
import {
  type Rendition,
  sessionSource,
  windowPlaylist,
} from "@reign-tv/ingest/playlists/session-playlists.domain.ts";
import { endMsOf, loadable } from "@reign-tv/ingest/segments/segment-index.ts";
import { LIVE_TARGET_SECONDS } from "#server/live/live-playlist.domain.ts";
import { linearSource } from "#server/live/linear-source.domain.ts";
import type { Timeline } from "#server/live/linear.domain.ts";
import type { RenditionSize } from "#server/media/media-urls.ts";
import type { PlaylistNumbers } from "./broadcast-store.ts";
import { broadcastUrl } from "./broadcast-urls.ts";
import type { Watched } from "./broadcast-watch.ts";

/**
 * A channel turns from its linear programme to a broadcast and back. Rows keep the numbers of each turn, so that all
 * servers write the same playlist. Rows exist once a turn has happened: periods have no start of their own.
 */

/** What the channel plays between broadcasts; null for a channel without a lineup. */
export type Programme = {
  timeline: Timeline;
  size: RenditionSize;
  /** Every clip of the lineup has sound alone. */
  hasSound: boolean;
} | null;

/** What a channel plays between broadcasts, by its open lineup. */
export function programmeFrom(
  open: { timeline: Timeline; rates: { sound: number | null } } | null,
  size: RenditionSize = "small",
): Programme {
  return open && { timeline: open.timeline, size, hasSound: open.rates.sound !== null };
}

const WINDOW_SECONDS = 2 * 3_600;
const SINCE_EVER = 0;

/** Numbers of the first segment of a broadcast that comes now. */
export function firstNumbers(
  broadcasts: readonly Watched[],
  broadcast: Watched,
  programme: Programme,
  nowMs: number,
): PlaylistNumbers {
  const earlier = broadcasts.filter(({ id }) => id !== broadcast.id);
  const source = broadcastSource(broadcast, "picture");
  return rowOf(numbersAfter(periodsOf(earlier, programme, "picture"), source, nowMs));
}

/**
 * Numbers of the programme after a broadcast that has ended: it goes on with what plays then. The encoder's clock may
 * have run ahead of ours.
 */
export function shiftAfter(
  broadcast: Watched,
  programme: Programme,
  nowMs: number,
): PlaylistNumbers {
  const last = broadcast.entries.at(-1);
  const { first } = broadcast;
  if (first === null || last === undefined) return { sequence: 0, discontinuity: 0 };
  const period = broadcastPeriod(broadcast, first, "picture");
  const endMs = Math.min(endMsOf(last), nowMs);
  return rowOf(numbersAfter([period], programmeSource(programme, "picture"), endMs));
}

/** Media playlist at the live edge; null when there is nothing to play. */
export function edgePlaylist(
  broadcasts: readonly Watched[],
  programme: Programme,
  rendition: Rendition,
  nowMs: number,
): MediaPlaylist | null {
  const periods = periodsOf(broadcasts, programme, rendition);
  const durations = [
    ...(programme === null ? [] : [LIVE_TARGET_SECONDS]),
    ...broadcasts.map(targetOf),
  ];
  const targetDuration = Math.max(1, ...durations);
  const playlist = channelPlaylist({ periods, nowMs, targetDuration });
  // During the programme, too: a player learns of a broadcast by its first segment, not by its next poll.
  const canBlock = programme !== null || broadcasts.at(-1)?.endedAtMs === null;
  return playlist.segments.length === 0 ? null : { ...playlist, canBlock };
}

/** Media playlist of the last two hours of a broadcast: its viewers may be behind when it ends. */
export function backPlaylist(broadcast: Watched, rendition: Rendition): MediaPlaylist {
  const entries = loadable(broadcast.entries);
  const uriOf = (name: string): string => broadcastUrl(broadcast, name);
  const targetDuration = targetOf(broadcast);
  const hasEnded = broadcast.endedAtMs !== null;
  const session = { entries, rendition, uriOf, targetDuration, hasEnded };
  return windowPlaylist(session, WINDOW_SECONDS);
}

function targetOf({ entries }: Watched): number {
  return targetDurationOf(entries.slice(0, 2).map(({ durationSeconds }) => durationSeconds));
}

function periodsOf(
  broadcasts: readonly Watched[],
  programme: Programme,
  rendition: Rendition,
): [Period, ...Period[]] {
  const source = programmeSource(programme, rendition);
  const periods: [Period, ...Period[]] = [{ source, startMs: SINCE_EVER, numbers: FIRST_PERIOD }];
  for (const broadcast of broadcasts) {
    const { first, shift, entries } = broadcast;
    if (first === null) continue;
    periods.push(broadcastPeriod(broadcast, first, rendition));
    if (shift === null) continue;
    const from = entries.length + first.sequence - shift.sequence;
    // Without its segments the broadcast is too old for any playlist.
    const numbers = { ...periodOf(shift), from: entries.length === 0 ? 0 : from };
    const next: Period = { source, startMs: SINCE_EVER, numbers };
    if (entries.length === 0) periods.splice(0, periods.length, next);
    else periods.push(next);
  }
  return periods;
}

function broadcastPeriod(broadcast: Watched, first: PlaylistNumbers, rendition: Rendition): Period {
  const source = broadcastSource(broadcast, rendition);
  return { source, startMs: SINCE_EVER, numbers: { ...periodOf(first), from: source.startAt(0) } };
}

function periodOf({ sequence, discontinuity }: PlaylistNumbers): PeriodNumbers {
  return { from: 0, sequenceOffset: sequence, discontinuityOffset: discontinuity };
}

function rowOf({ sequenceOffset, discontinuityOffset }: PeriodNumbers): PlaylistNumbers {
  return { sequence: sequenceOffset, discontinuity: discontinuityOffset };
}

function broadcastSource(broadcast: Watched, rendition: Rendition): SegmentSource {
  return sessionSource(broadcast.entries, rendition, (name) => broadcastUrl(broadcast, name));
}

/** Without a lineup there is nothing between broadcasts. Picture and sound have the same numbers. */
function programmeSource(programme: Programme, rendition: Rendition): SegmentSource {
  if (programme === null) return { startAt: () => 0, publishedAt: () => 0, segment: () => null };
  const { timeline, size, hasSound } = programme;
  if (rendition === "picture") return linearSource(timeline, size);
  const source = linearSource(timeline, "sound");
  return hasSound ? source : { ...source, segment: () => null };
}
