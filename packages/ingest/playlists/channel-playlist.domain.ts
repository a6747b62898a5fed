import { EDGE_SEGMENTS, type ListedSegment, type MediaPlaylist } from "./media-playlist.domain.ts";

/**
 * Segments that a channel shows for a while, with numbers of their own that never change: those of a service's index,
 * or of a linear programme, which are computed from the clock.
 */
export type SegmentSource = {
  /** Number of its first segment when the channel turns to it at an instant. */
  startAt(ms: number): number;
  /** Number after the last segment that is published at an instant. */
  publishedAt(ms: number): number;
  /** Null when there is none with this number, or none any more. */
  segment(number: number): ListedSegment | null;
};

/**
 * Place of an era in a channel's numbers. Stored with the era when the channel turns to it: what is computed from
 * stored numbers stays the same when older recordings and lineups are gone.
 */
export type EraNumbers = {
  /** Source's own number of the era's first segment. */
  readonly from: number;
  /** Difference of a segment's number in the channel to its own. */
  readonly sequenceOffset: number;
  /** The same for the numbers of discontinuities. */
  readonly discontinuityOffset: number;
};

/** A span in which a channel shows one source. It ends where the next one starts. */
export type Era = {
  readonly source: SegmentSource;
  /** Wall clock; milliseconds since the epoch. */
  readonly startMs: number;
  readonly numbers: EraNumbers;
};

/** Numbers of a channel's first era: those of its source, as a linear channel without eras has them. */
export const FIRST_ERA: EraNumbers = { from: 0, sequenceOffset: 0, discontinuityOffset: 0 };

/**
 * Numbers of an era that follows others: its first segment has the number after the last one that the era before has
 * published, and its discontinuity follows the last of that era.
 *
 * @param eras at least one, in the order of their starts.
 */
export function numbersAfter(
  eras: readonly [Era, ...Era[]],
  source: SegmentSource,
  startMs: number,
): EraNumbers {
  const { source: before, numbers } = eras.at(-1) ?? eras[0];
  const from = source.startAt(startMs);
  const to = Math.max(numbers.from, before.publishedAt(startMs));
  const isEmpty = to === numbers.from;
  // An era without a segment was never seen: its numbers go to the next one.
  const next = isEmpty ? discontinuityOf(before, to) : discontinuityOf(before, to - 1) + 1;
  return {
    from,
    sequenceOffset: to + numbers.sequenceOffset - from,
    discontinuityOffset: next + numbers.discontinuityOffset - discontinuityOf(source, from),
  };
}

function discontinuityOf(source: SegmentSource, number: number): number {
  return source.segment(number)?.discontinuities ?? 0;
}

type ChannelPlaylist = {
  /** In the order of their starts. Those from before what the playlist lists may be left out. */
  eras: readonly Era[];
  nowMs: number;
  /** Seconds; the longest of all sources. */
  targetDuration: number;
};

/**
 * The playlist of a channel that turns from its linear programme to a service and back: the last segments over all
 * eras, with a discontinuity between two. A pure function of stored eras, their sources and the clock: all servers
 * write the same text.
 */
export function channelPlaylist({ eras, nowMs, targetDuration }: ChannelPlaylist): MediaPlaylist {
  const started = eras.filter(({ startMs }) => startMs <= nowMs);
  const segments: ListedSegment[] = [];
  let firstSequence = 0;
  for (const [index, era] of [...started.entries()].toReversed()) {
    const to = endOf(era, started[index + 1] ?? null, nowMs);
    const wanted = Math.max(era.numbers.from, to - (EDGE_SEGMENTS - segments.length));
    const listed = listEra(era, wanted, to);
    if (listed.length > 0) firstSequence = to - listed.length + era.numbers.sequenceOffset;
    segments.unshift(...listed);
    if (segments.length >= EDGE_SEGMENTS || listed.length < to - wanted) break;
  }
  return { firstSequence, segments, targetDuration, hasEnded: false, canSkip: false };
}

/** Source's own number after the era's last segment. */
function endOf({ source, numbers }: Era, next: Era | null, nowMs: number): number {
  if (!next) return source.publishedAt(nowMs);
  return next.numbers.from + next.numbers.sequenceOffset - numbers.sequenceOffset;
}

/** Segments of an era between two of its own numbers; only those after the last that is gone. */
function listEra({ source, numbers }: Era, from: number, to: number): ListedSegment[] {
  const listed: ListedSegment[] = [];
  for (let number = to - 1; number >= from; number--) {
    const segment = source.segment(number);
    if (!segment) break;
    const discontinuities = segment.discontinuities + numbers.discontinuityOffset;
    listed.unshift({ ...segment, discontinuities });
  }
  return listed;
}
