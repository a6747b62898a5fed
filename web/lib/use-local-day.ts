import { useSyncExternalStore } from "react";
import { calendarDay } from "#shared/devotional/devotional-date.ts";

const POLL_INTERVAL_MS = 30_000;

/**
 * Returns the reader's calendar day ("2026-06-14"); updates after midnight and when the tab becomes
 * visible. @param servedDay used during hydration.
 */
export function useLocalDay(servedDay: string): string {
  return useSyncExternalStore(
    subscribe,
    () => calendarDay(Date.now()),
    () => servedDay,
  );
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, POLL_INTERVAL_MS);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}
