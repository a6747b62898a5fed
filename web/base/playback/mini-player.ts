import { useSyncExternalStore } from "react";

/** Ends the video that plays in the corner of other pages; null while there is none. */
let endCurrent: (() => void) | null = null;
const listeners = new Set<() => void>();

/** Announces a video in the corner by a function that ends it; null when there is none any more. */
export function setMiniPlayer(end: (() => void) | null): void {
  if (end === endCurrent) return;
  endCurrent = end;
  for (const listener of listeners) listener();
}

/** Ends the video in the corner, because another player starts. */
export function endMiniPlayer(): void {
  endCurrent?.();
}

/** Returns true while a video plays in the corner. */
export function useHasMiniPlayer(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => endCurrent !== null,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
