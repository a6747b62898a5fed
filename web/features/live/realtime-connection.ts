import { createStore, useStore } from "#web/lib/store.ts";

const isOpen = createStore(false);

/** Sets whether the page has an open realtime connection. */
export const setRealtime = isOpen.set;

/** Returns true while the realtime connection is open. When false, poll. */
export function useIsRealtime(): boolean {
  return useStore(isOpen);
}
