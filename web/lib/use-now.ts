import { useSyncExternalStore } from "react";
import { serverNow } from "./clock.ts";

const TICK_MS = 1_000;

/**
 * The time now by the server's clock in milliseconds, to the second, again each second while the tab is seen. Null while the
 * server's markup is taken over: what depends on the visitor's clock is not in a shared page.
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
