import * as v from "valibot";
import { listOf, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { currentValue, useStored } from "#web/lib/storage/use-stored.ts";
import { useMessages } from "#web/lib/site.ts";

/** The part of `WATCH_POSITIONS` (watch-storage.ts) that every page loads. */
const KEPT = storedEntry(
  "watchPositions",
  listOf(v.object({ id: v.string(), seconds: v.number(), ofSeconds: v.number() })),
  [],
);

/** Returns the stored position in whole seconds; 0 for an unknown video. */
export function storedSeconds(videoId: string): number {
  const stored = currentValue(KEPT).find(({ id }) => id === videoId);
  return Math.floor(stored?.seconds ?? 0);
}

/** Returns the share of a video watched on this device, 0 to 1; 0 during hydration. */
function useWatchedShare(videoId: string): number {
  const [kept] = useStored(KEPT);
  const stored = kept.find(({ id }) => id === videoId);
  return stored ? stored.seconds / stored.ofSeconds : 0;
}

const PERCENT = 100;

/** Watched share of a video on this device, along the lower edge of its thumbnail. */
export function CardProgress({ videoId }: { videoId: string }) {
  return <WatchedShare share={useWatchedShare(videoId)} />;
}

/** A watched share, 0 to 1, along the lower edge of a thumbnail; nothing for 0. */
export function WatchedShare({ share }: { share: number }) {
  const { videos } = useMessages();
  if (share === 0) return null;
  return (
    <progress
      aria-label={videos.watchedShare(Math.round(share * PERCENT))}
      value={share}
      className="watched-share absolute inset-x-0 bottom-0 h-1.5 w-full appearance-none"
    />
  );
}
