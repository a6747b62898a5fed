import { useSyncExternalStore } from "react";
import { serverNow } from "./clock.ts";

const TICK_MS = 1_000;

/**
 * Returns the server's time in whole seconds or other steps, in milliseconds, while the tab is
 * visible. Null during hydration: a shared page must not depend on the visitor's clock.
 */
export function useNow(stepMs = TICK_MS): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(serverNow() / stepMs) * stepMs,
    () => null,
  );
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) onChange();
  }, TICK_MS);
  return () => clearInterval(timer);
}
