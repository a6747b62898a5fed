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
