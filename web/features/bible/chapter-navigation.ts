import { useEffect, useLayoutEffect, useRef, type TouchEvent } from "react";
import type { BiblePlace } from "#shared/bible/bible-books.ts";

export type Neighbours = { previous: BiblePlace | null; next: BiblePlace | null };

/**
 * Left and Right open the previous and next chapter, unless the user types, a control uses the
 * arrows or a dialog is open.
 */
export function useChapterKeys(neighbours: Neighbours, open: (place: BiblePlace) => void): void {
  const latest = useRef({ neighbours, open });

  // Before the paint: the next key must start from the visible chapter.
  useLayoutEffect(() => {
    latest.current = { neighbours, open };
  });

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      // On a television the arrows have moved focus.
      if (event.defaultPrevented) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (
        event.target instanceof Element &&
        event.target.closest("input, select, textarea, dialog")
      )
        return;
      const { neighbours, open } = latest.current;
      const target = { ArrowLeft: neighbours.previous, ArrowRight: neighbours.next }[event.key];
      if (target) open(target);
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}

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

type SwipeHandlers = {
  onTouchStart: (event: TouchEvent) => void;
  onTouchEnd: (event: TouchEvent) => void;
};

/**
 * Turns the page with one finger. Two fingers zoom, a zoomed page pans, a selection stays, and the
 * screen's edges belong to the system.
 */
export function useSwipe(turnTo: (target: "previous" | "next") => void): SwipeHandlers {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }) => {
      const finger = touches[0];
      start.current =
        finger && touches.length === 1 && maySwipe(placeOf(finger)) ? pointOf(finger) : null;
    },
    onTouchEnd: ({ changedTouches }) => {
      const finger = changedTouches[0];
      const from = start.current;
      start.current = null;
      if (!from || !finger || getSelection()?.isCollapsed === false) return;
      const target = swipeTarget(from, pointOf(finger));
      if (target) turnTo(target);
    },
  };
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }) {
  return { x: clientX, y: clientY };
}

function placeOf({ clientX }: { clientX: number }) {
  return { x: clientX, width: window.innerWidth, scale: window.visualViewport?.scale ?? 1 };
}
