import { type PlacedSegment, segmentAt, sequenceAt, type Timeline } from "./linear.domain.ts";

/** Returns the last finished segments at an instant, oldest first, from as many revisions as needed. */
export function windowAt(timeline: Timeline, nowMs: number, segments: number): PlacedSegment[] {
  const end = sequenceAt(timeline, nowMs);
  return Array.from({ length: segments }, (_, index) =>
    segmentAt(timeline, end - segments + index),
  ).filter((segment) => segment !== null);
}
