import { useLocation, useSearchParams } from "react-router";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { soundOfVideo } from "#shared/media/sound.ts";
import type { Follower } from "#web/base/audio/audio-player.ts";
import { storedSeconds } from "#web/base/playback/stored-positions.tsx";
import { type Site, useSite } from "#web/lib/site.ts";
import { ListenButton } from "#web/ui/listen-button.tsx";
import { closeVideo } from "#web/features/videos/player/open-player.ts";
import { searchWithVideo } from "#web/features/videos/use-video-modal.ts";

type ListenToVideoProps = {
  video: Video;
  /** Whole seconds played; 0 before the start. */
  position: number;
  onMessage: ((message: EmbedMessage) => void) | undefined;
};

/**
 * Goes on with the sound of a video alone, from its position, and closes its page: the audio bar
 * leads back. Nothing for a video without sound of its own, such as one of the platform.
 */
export function ListenToVideo({ video, position, onMessage }: ListenToVideoProps) {
  const site = useSite();
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const found = soundOfVideo(video);
  if (!found) return null;
  return (
    <ListenButton
      sound={{
        kind: "recording",
        key: `video ${video.id}`,
        title: video.title,
        language: video.language,
        poster: video.thumbnail,
        video: video.id,
        page: pathname + searchWithVideo(parameters, video.id),
        ...found,
        follower: followerOf(site, video, onMessage),
      }}
      price={{ bytes: found.bytes, of: "whole", isKnown: true }}
      startAt={position || storedSeconds(video.id)}
      onListen={closeVideo}
    />
  );
}

/** Stores the position of the sound like that of the video. */
function followerOf(
  site: Site,
  { id }: Video,
  onMessage: ListenToVideoProps["onMessage"],
): Follower {
  return {
    async begin(startAt) {
      const { beginPlay, resumeHere } = await import("#web/base/playback/playback-position.ts");
      await beginPlay(site, id, startAt);
      resumeHere();
    },
    tell: (message) => onMessage?.(message),
  };
}
