import { useSyncExternalStore } from "react";
import { serverNow } from "./clock.ts";

const TICK_MS = 1_000;

/**
 * Returns the server's time in milliseconds, each second while the tab is visible. Null during
 * hydration: a shared page must not depend on the visitor's clock.
 */
export function useNow(): number | null {
  return useSyncExternalStore(subscribe, wholeSecond, () => null);
}

function wholeSecond(): number {
  return Math.floor(serverNow() / TICK_MS) * TICK_MS;
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) onChange();
  }, TICK_MS);
  return () => clearInterval(timer);
}
