import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/**
 * Returns what `read` returns, but `before` on the server and during hydration; where both are the
 * same, the page does not render again.
 */
export function useInBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => before);
}

/** Returns false during hydration, true from then on. */
export function useHydrated(): boolean {
  return useInBrowser(() => true, false);
}
