import { useSyncExternalStore } from "react";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { subscribeToServerTime } from "./clock.ts";

const POLL_INTERVAL_MS = 30_000;

/**
 * Returns the reader's calendar day ("2026-06-14"); updates after midnight and when the tab becomes
 * visible. @param servedDay used during hydration. @param now `serverNow` for what everyone shares,
 * which a wrong clock must not change.
 */
export function useLocalDay(servedDay: string, now: () => number = Date.now): string {
  return useSyncExternalStore(
    subscribe,
    () => calendarDay(now()),
    () => servedDay,
  );
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, POLL_INTERVAL_MS);
  document.addEventListener("visibilitychange", onChange);
  const unsubscribe = subscribeToServerTime(onChange);
  return () => {
    unsubscribe();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}
