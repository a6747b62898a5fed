import { laterMessages } from "#shared/messages/videos/later.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";
import { pictureOf } from "#web/base/playback/remembered-video.domain.ts";
import type { WatchedVideo } from "#web/base/playback/watch-storage.ts";
import { useItems } from "#web/base/sync/use-items.ts";
import { useTexts } from "#web/lib/site.ts";

/** A video watched on another device of the account. */
export type RemoteWatchedVideo = WatchedVideo & {
  /** Position in seconds; null when the video is finished. */
  startAt: number | null;
};

type RemoteHistory = {
  /** False until the device's store has been read. */
  isLoaded: boolean;
  videos: readonly RemoteWatchedVideo[];
};

/**
 * Returns the videos that the account has watched and this device does not store itself, last
 * played first.
 */
export function useRemoteHistory(kept: readonly { id: string }[]): RemoteHistory {
  const { items, isLoaded } = useItems("watch-mark");
  const { untitled } = useTexts(laterMessages);
  const videos = items
    .filter(({ id, data }) => data.state !== "hidden" && !kept.some((own) => own.id === id))
    .toSorted((a, b) => b.changedAt - a.changedAt)
    .map(({ id, changedAt, data: { title = untitled, category = "", duration, ...data } }) => ({
      id,
      title,
      category,
      thumbnail: pictureOf(id),
      duration: momentText(duration),
      viewCount: "",
      watchedAt: new Date(changedAt).toISOString(),
      startAt: data.state === "watching" ? data.position : null,
    }));
  return { isLoaded, videos };
}
