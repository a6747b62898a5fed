import { laterMessages } from "#shared/messages/videos/later.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";
import { pictureOf } from "#web/base/playback/remembered-video.domain.ts";
import type { WatchedVideo } from "#web/base/playback/watch-storage.ts";
import { useItems } from "#web/base/sync/use-items.ts";
import { useTexts } from "#web/lib/site.ts";

/** A video that the account has watched, as its other devices told. */
export type WatchedElsewhere = WatchedVideo & {
  /** The second where it was left; null where it is over. */
  startAt: number | null;
};

type Elsewhere = {
  /** Until the device's store has been read there are none. */
  isLoaded: boolean;
  videos: readonly WatchedElsewhere[];
};

/** The videos that the account has watched and this device does not keep by itself, the last played first. */
export function useWatchedElsewhere(kept: readonly { id: string }[]): Elsewhere {
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
