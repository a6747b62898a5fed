import type { ClipReference } from "#server/media/media-urls.ts";

/**
 * Lineup channels are computed from lineup and clock alone: all processes agree, a restart changes nothing, and nothing
 * runs without viewers.
 *
 * Times are integers in microseconds: they add up without drift and stay below 2^53 until the year 2255.
 */

const US_PER_MS = 1000;

/** A clip in a lineup. */
export type LineupItem = {
  readonly clip: ClipReference;
  /** Length of each of its segments, in order; microseconds. */
  readonly segmentsUs: readonly number[];
};

/**
 * A lineup that loops from an instant. An edit starts a new revision at the end of an item of the old one; numbers
 * continue, so that players see no break.
 */
export type LineupRevision = {
  readonly startsAtUs: number;
  /** Number of the revision's first segment among all segments of the channel. */
  readonly firstSequence: number;
  /** Number of the revision's first item among all items that the channel has played. */
  readonly firstItem: number;
  readonly items: readonly LineupItem[];
};

export type PlacedSegment = {
  readonly sequence: number;
  /** Number of its item; a change announces a new clip to the player. */
  readonly item: number;
  readonly clip: ClipReference;
  /** Index of the segment within its clip. */
  readonly index: number;
  readonly startsAtUs: number;
  readonly durationUs: number;
};

/** One showing of a clip. */
export type PlacedItem = {
  readonly number: number;
  readonly clip: ClipReference;
  readonly startsAtUs: number;
  readonly endsAtUs: number;
};

type IndexedItem = LineupItem & {
  /** Offset of its start within the loop. */
  readonly startUs: number;
  readonly durationUs: number;
  /** Number of segments before it in the loop. */
  readonly segmentsBefore: number;
};

type IndexedRevision = LineupRevision & {
  readonly loop: readonly IndexedItem[];
  readonly loopUs: number;
  readonly segmentsPerLoop: number;
};

/** At least one revision, the earliest first. */
export type Timeline = { readonly revisions: readonly [IndexedRevision, ...IndexedRevision[]] };

/** @throws RangeError when there is no revision, or one without a segment. */
export function createTimeline(revisions: readonly LineupRevision[]): Timeline {
  const [first, ...later] = revisions.map(indexRevision);
  if (!first) throw new RangeError("A channel needs at least one revision");
  return { revisions: [first, ...later] };
}

/** Number of the segment that plays at an instant. Every earlier segment is finished and may be listed. */
export function sequenceAt(timeline: Timeline, nowMs: number): number {
  const { revision, loops, item, itemUs } = positionAt(timeline, nowMs);
  let index = 0;
  for (let endUs = 0; index < item.segmentsUs.length; index++) {
    endUs += item.segmentsUs[index] ?? 0;
    if (endUs > itemUs) break;
  }
  return revision.firstSequence + loops * revision.segmentsPerLoop + item.segmentsBefore + index;
}

/** Returns the segment with this number; null before the channel's first. */
export function segmentAt(timeline: Timeline, sequence: number): PlacedSegment | null {
  const revision = timeline.revisions.findLast((candidate) => candidate.firstSequence <= sequence);
  if (!revision) return null;
  const count = sequence - revision.firstSequence;
  const loops = Math.floor(count / revision.segmentsPerLoop);
  const inLoop = count % revision.segmentsPerLoop;
  const position = lastIndexWhere(revision.loop, (item) => item.segmentsBefore <= inLoop);
  const item = itemOf(revision, position);
  const index = inLoop - item.segmentsBefore;
  const beforeUs = sum(item.segmentsUs.slice(0, index));
  return {
    sequence,
    item: revision.firstItem + loops * revision.loop.length + position,
    clip: item.clip,
    index,
    startsAtUs: revision.startsAtUs + loops * revision.loopUs + item.startUs + beforeUs,
    durationUs: item.segmentsUs[index] ?? 0,
  };
}

/** Number of the item that plays at an instant. */
export function itemNumberAt(timeline: Timeline, nowMs: number): number {
  const { revision, loops, position } = positionAt(timeline, nowMs);
  return revision.firstItem + loops * revision.loop.length + position;
}

/** Returns the showing with this number; null before the channel's first. */
export function itemAt(timeline: Timeline, number: number): PlacedItem | null {
  const revision = timeline.revisions.findLast((candidate) => candidate.firstItem <= number);
  if (!revision) return null;
  const count = number - revision.firstItem;
  const item = itemOf(revision, count % revision.loop.length);
  const startsAtUs =
    revision.startsAtUs + Math.floor(count / revision.loop.length) * revision.loopUs + item.startUs;
  return { number, clip: item.clip, startsAtUs, endsAtUs: startsAtUs + item.durationUs };
}

/**
 * Creates the revision for an edited lineup: it starts when the item ends that plays at `notBeforeMs`, and continues
 * its numbers.
 */
export function nextLineupRevision(
  timeline: Timeline,
  items: readonly LineupItem[],
  notBeforeMs: number,
): LineupRevision {
  const last = timeline.revisions.at(-1) ?? timeline.revisions[0];
  const sinceUs = notBeforeMs * US_PER_MS - last.startsAtUs;
  // The latest revision has not begun yet: replace it.
  if (sinceUs <= 0) return { ...revisionStart(last), items };
  const { loops, position, item } = positionIn(last, sinceUs);
  return {
    startsAtUs: last.startsAtUs + loops * last.loopUs + item.startUs + item.durationUs,
    firstSequence:
      last.firstSequence +
      loops * last.segmentsPerLoop +
      item.segmentsBefore +
      item.segmentsUs.length,
    firstItem: last.firstItem + loops * last.loop.length + position + 1,
    items,
  };
}

/**
 * Creates a revision that takes over at once, because clips of the current one are gone. It starts one window in the
 * past, so that the playlist is full, and its numbers follow those in use.
 */
export function immediateLineupRevision(
  timeline: Timeline,
  items: readonly LineupItem[],
  nowMs: number,
  windowMs: number,
): LineupRevision {
  return {
    startsAtUs: (nowMs - windowMs) * US_PER_MS,
    firstSequence: sequenceAt(timeline, nowMs),
    firstItem: itemNumberAt(timeline, nowMs) + 1,
    items,
  };
}

function revisionStart({
  startsAtUs,
  firstSequence,
  firstItem,
}: LineupRevision): Omit<LineupRevision, "items"> {
  return { startsAtUs, firstSequence, firstItem };
}

type Position = {
  revision: IndexedRevision;
  loops: number;
  /** Index of the item within the loop. */
  position: number;
  item: IndexedItem;
  /** Time since the item's start. */
  itemUs: number;
};

/** Position of the channel. Before its first revision: the start of that revision. */
function positionAt(timeline: Timeline, nowMs: number): Position {
  const nowUs = nowMs * US_PER_MS;
  const revision =
    timeline.revisions.findLast((candidate) => candidate.startsAtUs <= nowUs) ??
    timeline.revisions[0];
  return positionIn(revision, Math.max(0, nowUs - revision.startsAtUs));
}

function positionIn(revision: IndexedRevision, sinceUs: number): Position {
  const loops = Math.floor(sinceUs / revision.loopUs);
  const loopUs = sinceUs - loops * revision.loopUs;
  const position = lastIndexWhere(revision.loop, (item) => item.startUs <= loopUs);
  const item = itemOf(revision, position);
  return { revision, loops, position, item, itemUs: loopUs - item.startUs };
}

function indexRevision(revision: LineupRevision): IndexedRevision {
  const loop: IndexedItem[] = [];
  let startUs = 0;
  let segmentsBefore = 0;
  for (const item of revision.items) {
    const durationUs = sum(item.segmentsUs);
    if (!item.segmentsUs.every((us) => Number.isSafeInteger(us) && us > 0) || durationUs === 0) {
      throw new RangeError(`Clip ${item.clip.id} has no segments, or one without length`);
    }
    loop.push({ ...item, startUs, durationUs, segmentsBefore });
    startUs += durationUs;
    segmentsBefore += item.segmentsUs.length;
  }
  if (loop.length === 0) throw new RangeError("A revision needs at least one item");
  return { ...revision, loop, loopUs: startUs, segmentsPerLoop: segmentsBefore };
}

function itemOf(revision: IndexedRevision, position: number): IndexedItem {
  const item = revision.loop[position];
  if (!item) throw new RangeError(`No item ${position} in a loop of ${revision.loop.length}`);
  return item;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Binary search: index of the last element that fulfils `isBefore`; the first always does. */
function lastIndexWhere<Element>(
  elements: readonly Element[],
  isBefore: (element: Element) => boolean,
): number {
  let low = 0;
  let high = elements.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const element = elements[middle];
    if (element !== undefined && isBefore(element)) low = middle;
    else high = middle - 1;
  }
  return low;
}
