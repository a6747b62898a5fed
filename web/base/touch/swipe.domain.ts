type Point = { readonly x: number; readonly y: number };

/** Shortest swipe, CSS pixels. */
const MIN_SWIPE_PX = 72;
/** Minimum ratio of horizontal to vertical movement: scrolling is no swipe. */
const MIN_FLATNESS = 2.5;

/** Returns the target of a finger's movement: to the left comes the next chapter; null for none. */
export function swipeTarget(from: Point, to: Point): "previous" | "next" | null {
  const across = to.x - from.x;
  const down = Math.abs(to.y - from.y);
  if (Math.abs(across) < MIN_SWIPE_PX || Math.abs(across) < down * MIN_FLATNESS) return null;
  return across < 0 ? "next" : "previous";
}

/** Width of the edge zones that system gestures own, CSS pixels. */
const EDGE_PX = 24;
/**
 * Above this scale a page counts as zoomed, and one finger pans it. Rounding explains the margin.
 */
const MAX_SCALE = 1.05;

/** Returns true when a touch that starts here may turn the page. */
export function maySwipe({
  x,
  width,
  scale,
}: {
  x: number;
  width: number;
  scale: number;
}): boolean {
  return x >= EDGE_PX && x <= width - EDGE_PX && scale <= MAX_SCALE;
}
