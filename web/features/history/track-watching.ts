import type { CategoryId } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import {
  type WatchedVideo,
  type WatchPosition,
  PLACES_PAUSED,
  WATCH_POSITIONS,
  watchHistoryEntry,
} from "#web/base/playback/watch-storage.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { hasStoredSession } from "#web/lib/session/session-flag.ts";
import type { Site } from "#web/lib/site.ts";
import { readStored } from "#web/lib/storage/storage.ts";
import { writeList } from "#web/lib/storage/stored-list.ts";
import { savePlaybackPosition } from "#web/base/playback/playback-position.ts";

/** Videos that are remembered (F8). */
export const HISTORY_MAX_VIDEOS = 500;
/** Videos whose position is remembered. */
export const POSITIONS_MAX_VIDEOS = 50;

/** Before this a video was only looked into, after it it is finished: neither is gone on with. */
const RESUME_FROM_SHARE = 0.02;
const RESUME_UNTIL_SHARE = 0.95;

type OpenVideo = { video: Video; category: CategoryId };

/** Puts a video that starts in front of the history; one that stands there already stays as it is. */
export function withWatched(
  history: readonly WatchedVideo[],
  watching: OpenVideo,
  nowMs: number,
): readonly WatchedVideo[] {
  if (history[0]?.id === watching.video.id) return history;
  const watched = { ...cardOf(watching), watchedAt: new Date(nowMs).toISOString() };
  return [watched, ...history.filter(({ id }) => id !== watched.id)].slice(0, HISTORY_MAX_VIDEOS);
}

/** Remembers where a video stands, or forgets it when there is nothing to go on with. */
export function withPosition(
  positions: readonly WatchPosition[],
  watching: OpenVideo,
  time: { seconds: number; ofSeconds: number },
): readonly WatchPosition[] {
  const others = positions.filter(({ id }) => id !== watching.video.id);
  const share = time.seconds / time.ofSeconds;
  if (!(share >= RESUME_FROM_SHARE && share <= RESUME_UNTIL_SHARE)) return others;
  return [{ ...cardOf(watching), ...time }, ...others].slice(0, POSITIONS_MAX_VIDEOS);
}

function cardOf({ video, category }: OpenVideo) {
  const { id, title, thumbnail, duration, viewCount } = video;
  return { id, title, thumbnail, duration, viewCount, category };
}

export type Watching = {
  video: Video;
  category: CategoryId;
};

/**
 * Draws from what a player says what the device remembers: where the video stands, and, for members,
 * that it was watched; and what goes with the account.
 */
export async function followWatching(
  site: Site,
  watching: Watching,
  message: EmbedMessage,
): Promise<void> {
  void savePlaybackPosition(watching, message);
  if (message.t === "time" && message.dur > 0) {
    if (readStored(PLACES_PAUSED)) return;
    const time = { seconds: message.pos, ofSeconds: message.dur };
    writeList(WATCH_POSITIONS, withPosition(readStored(WATCH_POSITIONS), watching, time));
  } else if (message.t === "state" && message.s === "playing" && hasStoredSession()) {
    const { signedInUser } = await import("#web/lib/session/session.ts");
    const user = await signedInUser(site);
    if (!user) return;
    const entry = watchHistoryEntry(user.id);
    writeList(entry, withWatched(readStored(entry), watching, Date.now()));
  }
}
