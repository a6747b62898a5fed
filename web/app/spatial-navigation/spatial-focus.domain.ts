/** Edges of an element in the window; CSS pixels. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

export type Direction = "up" | "down" | "left" | "right";

/** A box along a direction: where it begins and ends ahead, and its extent across. */
type Span = { start: number; end: number; low: number; high: number };

/** Weight of a step to the side relative to a step ahead. */
const SIDE_WEIGHT = 2;
/** Of two equally near boxes, the one in line wins. */
const CENTRE_WEIGHT = 0.1;
/** Neighbours may overlap by this share of the smaller one, as badges and rings do. */
const OVERLAP_SHARE = 0.3;

/**
 * Returns the index of the next box, or -1 when nothing lies that way. Left and right stay in the
 * row; up and down also take a box to the side, so that everything can be reached.
 */
export function nextBox(from: Box, candidates: readonly Box[], direction: Direction): number {
  const origin = spanOf(from, direction);
  const isAlongLine = direction === "left" || direction === "right";
  let best = -1;
  let bestScore = Number.POSITIVE_INFINITY;
  candidates.forEach((candidate, index) => {
    const span = spanOf(candidate, direction);
    if (!isAhead(origin, span)) return;
    const aside = Math.max(0, span.low - origin.high, origin.low - span.high);
    if (isAlongLine && aside > 0) return;
    const centre = Math.abs(span.low + span.high - origin.low - origin.high) / 2;
    const ahead = Math.max(0, span.start - origin.end);
    const score = ahead + SIDE_WEIGHT * aside + CENTRE_WEIGHT * centre;
    if (score >= bestScore) return;
    best = index;
    bestScore = score;
  });
  return best;
}

function isAhead(origin: Span, span: Span): boolean {
  const smaller = Math.min(origin.end - origin.start, span.end - span.start);
  return span.start >= origin.end - smaller * OVERLAP_SHARE && span.end > origin.end;
}

function spanOf({ left, top, right, bottom }: Box, direction: Direction): Span {
  switch (direction) {
    case "right":
      return { start: left, end: right, low: top, high: bottom };
    case "left":
      return { start: -right, end: -left, low: top, high: bottom };
    case "down":
      return { start: top, end: bottom, low: left, high: right };
    case "up":
      return { start: -bottom, end: -top, low: left, high: right };
  }
}
