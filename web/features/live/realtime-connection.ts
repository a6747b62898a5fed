import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

/** Tells whether the page hears of changes by a socket now. */
export function tellLine(isOpenNow: boolean): void {
  isOpen = isOpenNow;
  for (const listener of listeners) listener();
}

/** Whether the page hears of changes as they happen; without that, it has to ask. */
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
