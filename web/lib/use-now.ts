import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;

/**
 * The time now in milliseconds, to the second, anew each second while the tab is seen. Null while the
 * server's markup is taken over: what depends on the visitor's clock is not in a shared page.
 */
export function useNow(): number | null {
  return useSyncExternalStore(subscribe, wholeSecond, () => null);
}

function wholeSecond(): number {
  return Math.floor(Date.now() / TICK_MS) * TICK_MS;
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) onChange();
  }, TICK_MS);
  return () => clearInterval(timer);
}
