import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/** Returns false during hydration, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
