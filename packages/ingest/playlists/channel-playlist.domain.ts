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
 * Place of a period in a channel's numbers. Stored with the period when the channel turns to it: what is computed from
 * stored numbers stays the same when older recordings and lineups are gone.
 */
export type PeriodNumbers = {
  /** Source's own number of the period's first segment. */
  readonly from: number;
  /** Difference of a segment's number in the channel to its own. */
  readonly sequenceOffset: number;
  /** The same for the numbers of discontinuities. */
  readonly discontinuityOffset: number;
};

/** A span in which a channel shows one source. It ends where the next one starts. */
export type Period = {
  readonly source: SegmentSource;
  /** Wall clock; milliseconds since the epoch. */
  readonly startMs: number;
  readonly numbers: PeriodNumbers;
};

/** Numbers of a channel's first period: those of its source, as a linear channel without periods has them. */
export const FIRST_PERIOD: PeriodNumbers = { from: 0, sequenceOffset: 0, discontinuityOffset: 0 };

/**
 * Numbers of a period that follows others: its first segment has the number after the last one that the period before has
 * published, and its discontinuity follows the last of that period.
 *
 * @param periods at least one, in the order of their starts.
 */
export function numbersAfter(
  periods: readonly [Period, ...Period[]],
  source: SegmentSource,
  startMs: number,
): PeriodNumbers {
  const { source: before, numbers } = periods.at(-1) ?? periods[0];
  const from = source.startAt(startMs);
  const to = Math.max(numbers.from, before.publishedAt(startMs));
  const isEmpty = to === numbers.from;
  // A period without a segment was never seen: its numbers go to the next one.
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
  periods: readonly Period[];
  nowMs: number;
  /** Seconds; the longest of all sources. */
  targetDuration: number;
};

/**
 * The playlist of a channel that turns from its linear programme to a service and back: the last segments over all
 * periods, with a discontinuity between two. A pure function of stored periods, their sources and the clock: all servers
 * write the same text.
 */
export function channelPlaylist({
  periods,
  nowMs,
  targetDuration,
}: ChannelPlaylist): MediaPlaylist {
  const started = periods.filter(({ startMs }) => startMs <= nowMs);
  const segments: ListedSegment[] = [];
  let firstSequence = 0;
  for (const [index, period] of [...started.entries()].toReversed()) {
    const to = endOf(period, started[index + 1] ?? null, nowMs);
    const wanted = Math.max(period.numbers.from, to - (EDGE_SEGMENTS - segments.length));
    const listed = listPeriod(period, wanted, to);
    if (listed.length > 0) firstSequence = to - listed.length + period.numbers.sequenceOffset;
    segments.unshift(...listed);
    if (segments.length >= EDGE_SEGMENTS || listed.length < to - wanted) break;
  }
  return { firstSequence, segments, targetDuration, hasEnded: false, canSkip: false };
}

/** Source's own number after the period's last segment. */
function endOf({ source, numbers }: Period, next: Period | null, nowMs: number): number {
  if (!next) return source.publishedAt(nowMs);
  return next.numbers.from + next.numbers.sequenceOffset - numbers.sequenceOffset;
}

/** Segments of a period between two of its own numbers; only those after the last that is gone. */
function listPeriod({ source, numbers }: Period, from: number, to: number): ListedSegment[] {
  const listed: ListedSegment[] = [];
  for (let number = to - 1; number >= from; number--) {
    const segment = source.segment(number);
    if (!segment) break;
    const discontinuities = segment.discontinuities + numbers.discontinuityOffset;
    listed.unshift({ ...segment, discontinuities });
  }
  return listed;
}
