import * as v from "valibot";
import { listOf, type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";

/**
 * What the device keeps about watched videos for itself; nobody else is told (religious interest, R-80). Places that
 * go with an account are things of their own (keep-place.ts).
 */

const text = v.pipe(v.string(), v.maxLength(500));

/** What a card needs to show a watched video again. */
const card = {
  id: text,
  title: text,
  thumbnail: text,
  duration: text,
  viewCount: text,
  /** Id of the category it was watched in. */
  category: text,
};

const watchedSchema = v.object({
  ...card,
  /** ISO 8601 instant. */
  watchedAt: v.pipe(text, v.isoTimestamp()),
});

const positionSchema = v.object({
  ...card,
  seconds: v.pipe(v.number(), v.minValue(0)),
  /** Length of the video. */
  ofSeconds: v.pipe(v.number(), v.minValue(1)),
});

/** A watched video (S3.8). */
export type WatchedVideo = v.InferOutput<typeof watchedSchema>;

/** Where a video was left. */
export type WatchPosition = v.InferOutput<typeof positionSchema>;

/** The videos that one account watched on this device, newest first. */
export function watchHistoryEntry(userId: string): StoredEntry<WatchedVideo[]> {
  return storedEntry(`watchHistory_${userId}`, listOf(watchedSchema), []);
}

/** Where videos were left on this device, newest first. */
export const WATCH_POSITIONS: StoredEntry<WatchPosition[]> = storedEntry(
  "watchPositions",
  listOf(positionSchema),
  [],
);

/** Whether this device is to keep no new places, neither for itself nor for the account. */
export const PLACES_PAUSED: StoredEntry<boolean> = storedEntry(
  "watchPlacesPaused",
  v.boolean(),
  false,
);
