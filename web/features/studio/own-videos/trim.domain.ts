import type { OwnVideoChapter, OwnVideoSegments } from "#shared/contracts/own-videos.ts";

type Segment = OwnVideoSegments["segments"][number];

/** First and last segment that stay. */
export type SegmentRange = { first: number; last: number };

/** Reads a time that someone typed: "1:02:03", "2:03" or "123". @returns seconds; null for other texts. */
export function parseTime(text: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})$/.exec(text.trim());
  if (match === null) return null;
  const [, hours, minutes, seconds] = match;
  const isTooMany = (part: string | undefined): boolean => Number(part ?? 0) > 59;
  if ((hours !== undefined && isTooMany(minutes)) || (minutes !== undefined && isTooMany(seconds)))
    return null;
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds);
}

/** Returns the start of a range, and its end, in seconds from the start of segment 0. */
export function rangeTimes(
  segments: readonly Segment[],
  { first, last }: SegmentRange,
): { from: number; to: number } {
  const end = segments.find(({ number }) => number === last);
  const from = segments.find(({ number }) => number === first)?.at ?? 0;
  return { from, to: end === undefined ? from : end.at + end.seconds };
}

/**
 * Moves the start or the end of a range to the boundary that is nearest to a time. A range keeps at least one segment,
 * and the other end stays.
 *
 * @param seconds from the start of segment 0
 */
export function moveEnd(
  segments: readonly Segment[],
  range: SegmentRange,
  end: "first" | "last",
  seconds: number,
): SegmentRange {
  const boundaryOf = ({ at, seconds: length }: Segment): number =>
    end === "first" ? at : at + length;
  const isAllowed = ({ number }: Segment): boolean =>
    end === "first" ? number <= range.last : number >= range.first;
  let best: Segment | undefined;
  for (const segment of segments.filter(isAllowed)) {
    const isNearer =
      best === undefined ||
      Math.abs(boundaryOf(segment) - seconds) < Math.abs(boundaryOf(best) - seconds);
    if (isNearer) best = segment;
  }
  return best === undefined ? range : { ...range, [end]: best.number };
}

/** Moves one end by a number of segments, as keys do. */
export function stepEnd(
  segments: readonly Segment[],
  range: SegmentRange,
  end: "first" | "last",
  steps: number,
): SegmentRange {
  const index = segments.findIndex(({ number }) => number === range[end]);
  const target = segments[Math.min(segments.length - 1, Math.max(0, index + steps))];
  if (index === -1 || target === undefined) return range;
  return moveEnd(segments, range, end, end === "first" ? target.at : target.at + target.seconds);
}

/** Returns the times at which the encoder changed its settings, in seconds from the start of segment 0. */
export function formatChanges(segments: readonly Segment[]): number[] {
  return segments
    .filter(({ format }, index) => index > 0 && format !== segments[index - 1]?.format)
    .map(({ at }) => at);
}

/** Returns whether a range has one format, as a video needs it. */
export function isOneFormat(segments: readonly Segment[], { first, last }: SegmentRange): boolean {
  const used = segments.filter(({ number }) => number >= first && number <= last);
  return formatChanges(used).length === 0;
}

/** Chapters closer than this are one. */
const SAME_SECONDS = 1;

/**
 * Adds a chapter in the order of the times.
 *
 * @returns null when there is one at that time already.
 */
export function addChapter(
  chapters: readonly OwnVideoChapter[],
  added: OwnVideoChapter,
): OwnVideoChapter[] | null {
  if (chapters.some(({ at }) => Math.abs(at - added.at) < SAME_SECONDS)) return null;
  return [...chapters, added].toSorted((one, other) => one.at - other.at);
}

/** Replaces a chapter; null when another one has its time. */
export function changeChapter(
  chapters: readonly OwnVideoChapter[],
  index: number,
  changed: OwnVideoChapter,
): OwnVideoChapter[] | null {
  return addChapter(chapters.toSpliced(index, 1), changed);
}

/** Returns the marks of staff within what is published, in its seconds, that are no chapters yet. */
export function offeredMarks(
  { marks, segments }: OwnVideoSegments,
  range: SegmentRange,
  chapters: readonly OwnVideoChapter[],
): OwnVideoChapter[] {
  const { from, to } = rangeTimes(segments, range);
  return marks
    .filter(({ at }) => at >= from && at < to)
    .map(({ at, title }) => ({ at: at - from, title }))
    .filter(({ at }) => chapters.every((chapter) => Math.abs(chapter.at - at) >= SAME_SECONDS));
}
