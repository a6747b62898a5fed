type Point = { readonly x: number; readonly y: number };

/** How far a finger goes before it means another page, CSS pixels. */
const MIN_SWIPE_PX = 72;
/** So many times further across than down: reading on is no swipe. */
const MIN_FLATNESS = 2.5;

/** Where a finger's way leads: to the left comes the next chapter, as a page is turned; null for none. */
export function swipeTarget(from: Point, to: Point): "previous" | "next" | null {
  const across = to.x - from.x;
  const down = Math.abs(to.y - from.y);
  if (Math.abs(across) < MIN_SWIPE_PX || Math.abs(across) < down * MIN_FLATNESS) return null;
  return across < 0 ? "next" : "previous";
}

/** So near to an edge a finger's way belongs to the system, which goes back and on by it. CSS pixels. */
const EDGE_PX = 24;
/** Beyond it a page counts as enlarged: one finger then moves it. A little comes from rounding. */
const MAX_SCALE = 1.05;

/** Whether a finger that goes down here may turn the page. */
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
