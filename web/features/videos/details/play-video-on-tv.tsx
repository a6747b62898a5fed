import { useLocation } from "react-router";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { storedSeconds } from "#web/base/playback/stored-positions.tsx";
import { PlayOnTvButton } from "#web/ui/play-on-tv-button.tsx";
import { closeVideo } from "#web/features/videos/player/open-player.ts";
import { searchWithVideo, usePageSearch } from "#web/features/videos/use-video-modal.ts";

type PlayVideoOnTvProps = {
  video: Video;
  /** Whole seconds played; 0 before the start. */
  position: number;
};

/** Goes on with a video on a television, from its position, and closes its page here. */
export function PlayVideoOnTv({ video, position }: PlayVideoOnTvProps) {
  const { pathname } = useLocation();
  const pageSearch = usePageSearch();
  return (
    <PlayOnTvButton
      offer={{
        media: { kind: "video", id: video.id },
        title: video.title,
        page: pathname + searchWithVideo(pageSearch, video.id),
        onPlay: closeVideo,
      }}
      position={position || storedSeconds(video.id)}
    />
  );
}
