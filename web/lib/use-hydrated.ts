import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/** False while the server's markup is being taken over, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
