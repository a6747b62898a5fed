import type { CategoryId } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import type { VideoMessageHandler } from "#web/features/videos/video-modal.tsx";
import { useSite } from "#web/lib/site.ts";

type FollowWatching = (video: Video, category: CategoryId) => VideoMessageHandler;

/** Passes player messages to the watch history, whose code loads with the first message. */
export function useWatchTracking(): FollowWatching {
  const site = useSite();
  return (video, category) => (message) => {
    void import("#web/features/history/track-watching.ts").then(({ trackWatching }) =>
      trackWatching(site, { video, category }, message),
    );
  };
}
