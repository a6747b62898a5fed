import { useSyncExternalStore } from "react";
import * as v from "valibot";
import { readStored, subscribeToStorage } from "#web/lib/storage/storage.ts";
import { listOf, storedEntry } from "#web/lib/storage/storage-keys.ts";

/** The part of `WATCH_POSITIONS` (watch-storage.ts) that every page loads. */
const KEPT = storedEntry(
  "watchPositions",
  listOf(v.object({ id: v.string(), seconds: v.number(), ofSeconds: v.number() })),
  [],
);

/** Returns the stored position in whole seconds; 0 for an unknown video. */
export function storedSeconds(videoId: string): number {
  return Math.floor(findKept(videoId)?.seconds ?? 0);
}

/** Returns the share of a video watched on this device, 0 to 1; 0 during hydration. */
export function useWatchedShare(videoId: string): number {
  return useSyncExternalStore(
    subscribeToStorage,
    () => {
      const stored = findKept(videoId);
      return stored ? stored.seconds / stored.ofSeconds : 0;
    },
    () => 0,
  );
}

/** Returns true when a video can be continued; false during hydration. */
export function useHasStoredPosition(): boolean {
  return useSyncExternalStore(
    subscribeToStorage,
    () => readStored(KEPT).length > 0,
    () => false,
  );
}

function findKept(videoId: string) {
  return readStored(KEPT).find(({ id }) => id === videoId);
}
