import { useSyncExternalStore } from "react";
import { calendarDay } from "#shared/devotional/devotional-date.ts";

const LOOK_EVERY_MS = 30_000;

/**
 * The reader's own calendar day ("2026-06-14"), anew after midnight and when the tab is seen again.
 *
 * @param servedDay stands while the server's markup is taken over
 */
export function useLocalDay(servedDay: string): string {
  return useSyncExternalStore(
    subscribe,
    () => calendarDay(Date.now()),
    () => servedDay,
  );
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}
