import * as v from "valibot";
import { isInstant } from "#shared/formats.ts";
import { listOf, type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";

/**
 * Watch data that stays on the device, because it shows religious interest. Positions that
 * are synced with an account are items of their own (playback-position.ts).
 */

const text = v.pipe(v.string(), v.maxLength(500));

/** Fields that a card needs to show a watched video again. */
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
  watchedAt: v.pipe(text, v.check(isInstant)),
});

const positionSchema = v.object({
  ...card,
  seconds: v.pipe(v.number(), v.minValue(0)),
  /** Length of the video. */
  ofSeconds: v.pipe(v.number(), v.minValue(1)),
});

/** A watched video (S3.8). */
export type WatchedVideo = v.InferOutput<typeof watchedSchema>;

export type WatchPosition = v.InferOutput<typeof positionSchema>;

/** Watch history of one account on this device, newest first. */
export function watchHistoryEntry(userId: string): StoredEntry<WatchedVideo[]> {
  return storedEntry(`watchHistory_${userId}`, listOf(watchedSchema), []);
}

/** Playback positions on this device, newest first. */
export const WATCH_POSITIONS: StoredEntry<WatchPosition[]> = storedEntry(
  "watchPositions",
  listOf(positionSchema),
  [],
);

/** Pause of recording: no new positions, on this device or in the account. */
export const RECORDING_PAUSED: StoredEntry<boolean> = storedEntry(
  "watchPlacesPaused",
  v.boolean(),
  false,
);
