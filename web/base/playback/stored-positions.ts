import { useSyncExternalStore } from "react";
import * as v from "valibot";
import { readStored, subscribeToStorage } from "#web/lib/storage/storage.ts";
import { listOf, storedEntry } from "#web/lib/storage/storage-keys.ts";

/** The part of `WATCH_POSITIONS` (watch-storage.ts) that every page can afford to know. */
const KEPT = storedEntry(
  "watchPositions",
  listOf(v.object({ id: v.string(), seconds: v.number(), ofSeconds: v.number() })),
  [],
);

/** Where a video was left, in whole seconds; 0 for one that is not remembered. */
export function keptSeconds(videoId: string): number {
  return Math.floor(findKept(videoId)?.seconds ?? 0);
}

/** How much of a video was watched on this device, 0 to 1; 0 while the server's markup is taken over. */
export function useKeptShare(videoId: string): number {
  return useSyncExternalStore(
    subscribeToStorage,
    () => {
      const kept = findKept(videoId);
      return kept ? kept.seconds / kept.ofSeconds : 0;
    },
    () => 0,
  );
}

/** Whether there is anything to go on with; false while the server's markup is taken over. */
export function useHasKept(): boolean {
  return useSyncExternalStore(
    subscribeToStorage,
    () => readStored(KEPT).length > 0,
    () => false,
  );
}

function findKept(videoId: string) {
  return readStored(KEPT).find(({ id }) => id === videoId);
}
