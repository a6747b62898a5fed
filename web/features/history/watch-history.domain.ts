import type { CategoryId } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { isDone, type PlayTime } from "#web/base/playback/synced-position.domain.ts";
import type { WatchedVideo, WatchPosition } from "#web/base/playback/watch-storage.ts";

/** Limit of the watch history (F8). */
export const HISTORY_MAX_VIDEOS = 500;
/** Limit of stored positions. */
const POSITIONS_MAX_VIDEOS = 50;

/** A video before this share has hardly begun. */
const RESUME_FROM_SHARE = 0.02;

type Watching = { video: Video; category: CategoryId };

/** Adds a started video in front of the history; one that is already first stays. */
export function withWatched(
  history: readonly WatchedVideo[],
  watching: Watching,
  nowMs: number,
): readonly WatchedVideo[] {
  if (history[0]?.id === watching.video.id) return history;
  const watched = { ...cardOf(watching), watchedAt: new Date(nowMs).toISOString() };
  return [watched, ...history.filter(({ id }) => id !== watched.id)].slice(0, HISTORY_MAX_VIDEOS);
}

/** Stores the position of a video, or deletes it when it has hardly begun or is done. */
export function withPosition(
  positions: readonly WatchPosition[],
  watching: Watching,
  time: PlayTime,
): readonly WatchPosition[] {
  const others = positions.filter(({ id }) => id !== watching.video.id);
  const share = time.seconds / time.ofSeconds;
  if (!(share >= RESUME_FROM_SHARE && share < 1) || isDone(time)) return others;
  return [{ ...cardOf(watching), ...time }, ...others].slice(0, POSITIONS_MAX_VIDEOS);
}

function cardOf({ video, category }: Watching) {
  const { id, title, thumbnail, duration, viewCount } = video;
  return { id, title, thumbnail, duration, viewCount, category };
}
