import { HOUR_S } from "@reign-tv/kit/durations.ts";
import { durationSeconds } from "#shared/videos/video-duration.domain.ts";

/**
 * Data used by playback, in megabytes per hour. Measured for the library's small renditions: 9.3 MB
 * in 15.8 minutes, plus the page. The large ones, for wide screens only, use half as much again.
 * 360p of platforms and broadcasters uses 250 to 300.
 */
const LIBRARY_MB_PER_HOUR = 40;
const ELSEWHERE_MB_PER_HOUR = 250;
/** Letters that a voice reads per hour, and the size of that MP3 at 128 kbit/s. */
const VOICE_LETTERS_PER_HOUR = 54_000;
const VOICE_MB_PER_HOUR = 57.6;

export const MEGABYTE_BYTES = 1_000_000;

/** Data of one hour or of the whole play, known or estimated. */
export type DataEstimate = { bytes: number; of: "hour" | "whole"; isKnown: boolean };

/** Returns the estimate for an hour of our own library or channels, or of an external stream. */
export function hourEstimate(isOurOwn: boolean): DataEstimate {
  return { bytes: hourlyBytes(isOurOwn), of: "hour", isKnown: false };
}

type VideoFacts = {
  /** As in lists: "19:05", "1:02:03"; "" or a word without a duration. */
  duration: string;
  bytes?: number | undefined;
  isOurOwn: boolean;
};

/**
 * Returns the estimate for a whole video, at least one megabyte; for an hour without a duration.
 */
export function videoEstimate({ duration, bytes, isOurOwn }: VideoFacts): DataEstimate {
  if (bytes !== undefined) return { bytes, of: "whole", isKnown: true };
  const seconds = durationSeconds(duration);
  if (seconds === null) return hourEstimate(isOurOwn);
  return estimate(seconds * bytesPerSecond(isOurOwn));
}

/** Returns the estimate for a text read by an online voice. */
export function voiceEstimate(text: string): DataEstimate {
  return estimate((text.length / VOICE_LETTERS_PER_HOUR) * VOICE_MB_PER_HOUR * MEGABYTE_BYTES);
}

/** Fallback in bytes per second. */
export function bytesPerSecond(isOurOwn: boolean): number {
  return hourlyBytes(isOurOwn) / HOUR_S;
}

function hourlyBytes(isOurOwn: boolean): number {
  return (isOurOwn ? LIBRARY_MB_PER_HOUR : ELSEWHERE_MB_PER_HOUR) * MEGABYTE_BYTES;
}

/** Rounds to whole megabytes, since the input is only an estimate. */
function estimate(bytes: number): DataEstimate {
  const megabytes = Math.max(1, Math.round(bytes / MEGABYTE_BYTES));
  return { bytes: megabytes * MEGABYTE_BYTES, of: "whole", isKnown: false };
}
