import { pictureOf } from "#web/base/playback/remembered-video.domain.ts";
import { positionAhead, type WatchMark } from "#web/base/playback/synced-position.domain.ts";
import type { WatchPosition } from "#web/base/playback/watch-storage.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";

/** A mark of the account, with the time of its last change, milliseconds since 1970. */
type AccountMark = { id: string; data: WatchMark; changedAt: number };

/** A video that can be continued. */
export type ContinuedVideo = {
  id: string;
  title: string;
  thumbnail: string;
  duration: string;
  category: string;
  /** Watched share, 0 to 1. */
  share: number;
  /** Position of another device in seconds; null for this device's. */
  startAt: number | null;
};

/**
 * Returns the videos to continue of this device and the account, last played first. One that
 * another device has finished or removed is left out; the further of two positions counts.
 *
 * @param kept positions of this device, newest first
 */
export function continueList(
  kept: readonly WatchPosition[],
  marks: readonly AccountMark[],
  untitled: string,
): ContinuedVideo[] {
  const held = new Map(marks.map((mark) => [mark.id, mark]));
  let lastMs = Number.MAX_SAFE_INTEGER;
  const own = kept.flatMap((position) => {
    const mark = held.get(position.id);
    // A position without a mark is as old as the one before it.
    lastMs = Math.min(lastMs, mark?.changedAt ?? lastMs);
    if (mark && mark.data.state !== "watching") return [];
    const ahead = positionAhead(mark?.data ?? null, position.seconds);
    const share = ahead ? shareOf(ahead) : position.seconds / position.ofSeconds;
    return [{ atMs: lastMs, video: { ...position, share, startAt: ahead?.position ?? null } }];
  });
  const ownIds = new Set(kept.map(({ id }) => id));
  const elsewhere = marks
    .filter(({ id, data }) => data.state === "watching" && !ownIds.has(id))
    .map(({ id, changedAt, data }) => ({
      atMs: changedAt,
      video: {
        id,
        title: data.title ?? untitled,
        thumbnail: pictureOf(id),
        duration: momentText(data.duration),
        category: data.category ?? "",
        share: shareOf(data),
        startAt: data.position,
      },
    }));
  return [...own, ...elsewhere].toSorted((a, b) => b.atMs - a.atMs).map(({ video }) => video);
}

function shareOf({ position, duration }: WatchMark): number {
  return position / duration;
}
