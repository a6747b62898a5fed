import { HOUR_S } from "#shared/durations.ts";
import { durationSeconds } from "#shared/videos/video-duration.domain.ts";

/**
 * What watching costs of a data plan; megabytes an hour. The library was measured (10.8 MB in 15.8
 * minutes); 360p of platforms and broadcasters is 250 to 300.
 */
const LIBRARY_MB_PER_HOUR = 40;
const ELSEWHERE_MB_PER_HOUR = 250;

/** Megabytes of an hour of our own library or channels, or of a stream elsewhere. */
export function hourlyMegabytes(isOurOwn: boolean): number {
  return isOurOwn ? LIBRARY_MB_PER_HOUR : ELSEWHERE_MB_PER_HOUR;
}

/**
 * Megabytes of a whole video, at least 1; null when its length is not told.
 *
 * @param duration as lists show it: "19:05", "1:02:03"; "" or a word when it has none.
 */
export function videoMegabytes(duration: string, isOurOwn: boolean): number | null {
  const seconds = durationSeconds(duration);
  if (seconds === null) return null;
  return Math.max(1, Math.round((seconds / HOUR_S) * hourlyMegabytes(isOurOwn)));
}
