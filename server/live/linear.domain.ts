import type { ClipReference } from "#server/media/media-urls.ts";

/**
 * The linear channel: a television channel that is computed, not produced. What is on at an instant
 * follows from the line-up and the clock alone, so any number of processes tell the same, a restart
 * changes nothing, and nothing runs while nobody watches.
 *
 * Times inside a channel are whole microseconds: whole numbers add up without drift over years, and
 * stay exact below 2^53 until the year 2255.
 */

const US_PER_MS = 1000;

/** A clip in a line-up. */
export type LineupItem = {
  readonly clip: ClipReference;
  /** Length of each of its segments, in order; microseconds. */
  readonly segmentsUs: readonly number[];
};

/**
 * A line-up that loops from an instant on. An edit of the line-up starts a new era at the end of an
 * item of the old one; counts go on, so a player sees no break.
 */
export type LineupRevision = {
  readonly startsAtUs: number;
  /** Number of the era's first segment among all segments of the channel. */
  readonly firstSequence: number;
  /** Number of the era's first item among all items that the channel has played. */
  readonly firstItem: number;
  readonly items: readonly LineupItem[];
};

export type PlacedSegment = {
  readonly sequence: number;
  /** Number of the item it belongs to; it changes where a player must expect a new clip. */
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
  /** Segments of the loop before it. */
  readonly segmentsBefore: number;
};

type IndexedEra = LineupRevision & {
  readonly loop: readonly IndexedItem[];
  readonly loopUs: number;
  readonly segmentsPerLoop: number;
};

/** A channel ready to be asked; at least one era, the earliest first. */
export type Timeline = { readonly eras: readonly [IndexedEra, ...IndexedEra[]] };

/** @throws RangeError when there is no era, or an era without a segment. */
export function createTimeline(eras: readonly LineupRevision[]): Timeline {
  const [first, ...later] = eras.map(indexEra);
  if (!first) throw new RangeError("A channel needs at least one era");
  return { eras: [first, ...later] };
}

/**
 * Sequence number of the segment that is on air at an instant: every segment before it is finished
 * and may be listed.
 */
export function sequenceAt(timeline: Timeline, nowMs: number): number {
  const { era, loops, item, itemUs } = positionAt(timeline, nowMs);
  let index = 0;
  for (let endUs = 0; index < item.segmentsUs.length; index++) {
    endUs += item.segmentsUs[index] ?? 0;
    if (endUs > itemUs) break;
  }
  return era.firstSequence + loops * era.segmentsPerLoop + item.segmentsBefore + index;
}

/** The segment with this number, or null before the channel's first one. */
export function segmentAt(timeline: Timeline, sequence: number): PlacedSegment | null {
  const era = timeline.eras.findLast((candidate) => candidate.firstSequence <= sequence);
  if (!era) return null;
  const count = sequence - era.firstSequence;
  const loops = Math.floor(count / era.segmentsPerLoop);
  const inLoop = count % era.segmentsPerLoop;
  const position = lastIndexWhere(era.loop, (item) => item.segmentsBefore <= inLoop);
  const item = itemOf(era, position);
  const index = inLoop - item.segmentsBefore;
  const beforeUs = sum(item.segmentsUs.slice(0, index));
  return {
    sequence,
    item: era.firstItem + loops * era.loop.length + position,
    clip: item.clip,
    index,
    startsAtUs: era.startsAtUs + loops * era.loopUs + item.startUs + beforeUs,
    durationUs: item.segmentsUs[index] ?? 0,
  };
}

/**
 * The last finished segments at an instant, oldest first. A window may reach back over any number
 * of eras.
 */
export function windowAt(timeline: Timeline, nowMs: number, segments: number): PlacedSegment[] {
  const end = sequenceAt(timeline, nowMs);
  return Array.from({ length: segments }, (_, index) =>
    segmentAt(timeline, end - segments + index),
  ).filter((segment) => segment !== null);
}

/** Number of the item that is on air at an instant. */
export function itemNumberAt(timeline: Timeline, nowMs: number): number {
  const { era, loops, position } = positionAt(timeline, nowMs);
  return era.firstItem + loops * era.loop.length + position;
}

/** The showing with this number, or null before the channel's first one. */
export function itemAt(timeline: Timeline, number: number): PlacedItem | null {
  const era = timeline.eras.findLast((candidate) => candidate.firstItem <= number);
  if (!era) return null;
  const count = number - era.firstItem;
  const item = itemOf(era, count % era.loop.length);
  const startsAtUs =
    era.startsAtUs + Math.floor(count / era.loop.length) * era.loopUs + item.startUs;
  return { number, clip: item.clip, startsAtUs, endsAtUs: startsAtUs + item.durationUs };
}

/**
 * The era that follows when the line-up changes: it starts when the item ends that is on air at
 * `notBeforeMs`, and goes on counting where that item leaves off.
 */
export function nextLineupRevision(
  timeline: Timeline,
  items: readonly LineupItem[],
  notBeforeMs: number,
): LineupRevision {
  const last = timeline.eras.at(-1) ?? timeline.eras[0];
  const sinceUs = notBeforeMs * US_PER_MS - last.startsAtUs;
  // The latest era has not begun yet: it never will, the new one takes its place.
  if (sinceUs <= 0) return { ...eraStart(last), items };
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
 * The era that takes over at once, when clips of the running line-up no longer exist: it starts a
 * window in the past, so that there is something to list, and its numbers follow those in use.
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

function eraStart({
  startsAtUs,
  firstSequence,
  firstItem,
}: LineupRevision): Omit<LineupRevision, "items"> {
  return { startsAtUs, firstSequence, firstItem };
}

type Position = {
  era: IndexedEra;
  loops: number;
  /** Index of the item within the loop. */
  position: number;
  item: IndexedItem;
  /** Time since the item's start. */
  itemUs: number;
};

/** Where the channel stands. Before its first era it stands at that era's start. */
function positionAt(timeline: Timeline, nowMs: number): Position {
  const nowUs = nowMs * US_PER_MS;
  const era =
    timeline.eras.findLast((candidate) => candidate.startsAtUs <= nowUs) ?? timeline.eras[0];
  return positionIn(era, Math.max(0, nowUs - era.startsAtUs));
}

function positionIn(era: IndexedEra, sinceUs: number): Position {
  const loops = Math.floor(sinceUs / era.loopUs);
  const loopUs = sinceUs - loops * era.loopUs;
  const position = lastIndexWhere(era.loop, (item) => item.startUs <= loopUs);
  const item = itemOf(era, position);
  return { era, loops, position, item, itemUs: loopUs - item.startUs };
}

function indexEra(era: LineupRevision): IndexedEra {
  const loop: IndexedItem[] = [];
  let startUs = 0;
  let segmentsBefore = 0;
  for (const item of era.items) {
    const durationUs = sum(item.segmentsUs);
    if (!item.segmentsUs.every((us) => Number.isSafeInteger(us) && us > 0) || durationUs === 0) {
      throw new RangeError(`Clip ${item.clip.id} has no segments, or one without length`);
    }
    loop.push({ ...item, startUs, durationUs, segmentsBefore });
    startUs += durationUs;
    segmentsBefore += item.segmentsUs.length;
  }
  if (loop.length === 0) throw new RangeError("An era needs at least one item");
  return { ...era, loop, loopUs: startUs, segmentsPerLoop: segmentsBefore };
}

function itemOf(era: IndexedEra, position: number): IndexedItem {
  const item = era.loop[position];
  if (!item) throw new RangeError(`No item ${position} in a loop of ${era.loop.length}`);
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
