import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

/** Sets whether the page has an open realtime connection. */
export function setRealtime(isOpenNow: boolean): void {
  isOpen = isOpenNow;
  for (const listener of listeners) listener();
}

/** Returns true while the realtime connection is open. When false, poll. */
export function useIsRealtime(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
    () => false,
  );
}
