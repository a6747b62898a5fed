import { useLocation } from "react-router";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { keptAddress } from "#shared/media/kept-media.ts";
import { soundOfVideo } from "#shared/media/sound.ts";
import { positionFollower } from "#web/base/audio/position-follower.ts";
import { followToEnd, soundKey } from "#web/base/kept/play-kept.ts";
import { useCanKeep, useKept } from "#web/base/kept/use-kept-media.ts";
import { storedSeconds } from "#web/base/playback/stored-positions.tsx";
import { useSite } from "#web/lib/site.ts";
import { ListenButton } from "#web/ui/listen-button.tsx";
import { closeVideo } from "#web/features/videos/player/open-player.ts";
import { searchWithVideo, usePageSearch } from "#web/features/videos/use-video-modal.ts";
import { keptItemsOf } from "./keep-video.tsx";

type ListenToVideoProps = {
  video: Video;
  category: string;
  /** Whole seconds played; 0 before the start. */
  position: number;
  onMessage: ((message: EmbedMessage) => void) | undefined;
};

/**
 * Goes on with the sound of a video alone, from its position, and closes its page: the audio bar
 * leads back. Nothing for a video without sound of its own, such as one of the platform. A kept
 * sound plays from the device.
 */
export function ListenToVideo({ video, category, position, onMessage }: ListenToVideoProps) {
  const site = useSite();
  const { pathname } = useLocation();
  const pageSearch = usePageSearch();
  const entry = useKept(video.id, "sound");
  const canKeep = useCanKeep();
  const found = soundOfVideo(video);
  if (!found) return null;
  const kept = canKeep && entry?.state === "kept" ? entry : null;
  const key = soundKey(video.id);

  function handleListen() {
    if (kept) followToEnd(kept.url, key);
    closeVideo();
  }

  return (
    <ListenButton
      sound={{
        kind: "recording",
        key,
        title: video.title,
        language: video.language,
        poster: video.thumbnail,
        video: video.id,
        page: pathname + searchWithVideo(pageSearch, video.id),
        ...found,
        ...(kept && { url: keptAddress(kept.url), isKept: true }),
        keep: canKeep
          ? keptItemsOf(video, category).find(({ kind }) => kind === "sound")
          : undefined,
        follower: positionFollower(site, video.id, (message) => onMessage?.(message)),
      }}
      price={{ bytes: kept ? 0 : found.bytes, of: "whole", isKnown: true }}
      startAt={position || storedSeconds(video.id)}
      onListen={handleListen}
    />
  );
}
