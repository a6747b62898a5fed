import { type TouchEvent, useRef } from "react";
import { maySwipe, swipeTarget } from "./swipe.domain.ts";

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
