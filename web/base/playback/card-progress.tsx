import { useWatchedShare } from "./stored-positions.ts";
import { useMessages } from "#web/lib/site.ts";

const PERCENT = 100;

/** Watched share of a video on this device, along the lower edge of its thumbnail. */
export function CardProgress({ videoId }: { videoId: string }) {
  const { videos } = useMessages();
  const share = useWatchedShare(videoId);
  if (share === 0) return null;
  return (
    <progress
      aria-label={videos.watchedShare(Math.round(share * PERCENT))}
      value={share}
      className="absolute inset-x-0 bottom-0 h-1.5 w-full appearance-none bg-black/60 [&::-moz-progress-bar]:bg-gold [&::-webkit-progress-bar]:bg-black/60 [&::-webkit-progress-value]:bg-gold"
    />
  );
}
