import { HOUR_S } from "#shared/durations.ts";
import { durationSeconds } from "#shared/videos/video-duration.domain.ts";

/**
 * What watching costs of a data plan; megabytes an hour. The library's small films were measured (9.3 MB
 * in 15.8 minutes, and the page around them takes its share); the large ones, for wide screens alone, take
 * half as much again. 360p of platforms and broadcasters is 250 to 300.
 */
const LIBRARY_MB_PER_HOUR = 40;
const ELSEWHERE_MB_PER_HOUR = 250;
/** Letters of a text that a voice reads in an hour, and what its MP3 of 128 kbit/s weighs. */
const VOICE_LETTERS_PER_HOUR = 54_000;
const VOICE_MB_PER_HOUR = 57.6;

export const MEGABYTE_BYTES = 1_000_000;

/** What a play costs: of an hour, or of the whole; known, or estimated. */
export type DataEstimate = { bytes: number; of: "hour" | "whole"; isKnown: boolean };

/** What an hour of our own library or channels costs, or of a stream elsewhere. */
export function hourPrice(isOurOwn: boolean): DataEstimate {
  return { bytes: hourlyBytes(isOurOwn), of: "hour", isKnown: false };
}

/** What is told of a video, as far as it is known. */
type VideoFacts = {
  /** As lists show it: "19:05", "1:02:03"; "" or a word when it has none. */
  duration: string;
  bytes?: number | undefined;
  isOurOwn: boolean;
};

/** What a whole video costs, at least a megabyte where that is estimated; of an hour of it when its length is not told. */
export function videoPrice({ duration, bytes, isOurOwn }: VideoFacts): DataEstimate {
  if (bytes !== undefined) return { bytes, of: "whole", isKnown: true };
  const seconds = durationSeconds(duration);
  if (seconds === null) return hourPrice(isOurOwn);
  return estimate(seconds * bytesPerSecond(isOurOwn));
}

/** What it costs to have a text read by a voice of the network. */
export function voicePrice(text: string): DataEstimate {
  return estimate((text.length / VOICE_LETTERS_PER_HOUR) * VOICE_MB_PER_HOUR * MEGABYTE_BYTES);
}

/** Bytes that a second takes, where nobody tells. */
export function bytesPerSecond(isOurOwn: boolean): number {
  return hourlyBytes(isOurOwn) / HOUR_S;
}

function hourlyBytes(isOurOwn: boolean): number {
  return (isOurOwn ? LIBRARY_MB_PER_HOUR : ELSEWHERE_MB_PER_HOUR) * MEGABYTE_BYTES;
}

/** More than whole megabytes would say more than is known. */
function estimate(bytes: number): DataEstimate {
  const megabytes = Math.max(1, Math.round(bytes / MEGABYTE_BYTES));
  return { bytes: megabytes * MEGABYTE_BYTES, of: "whole", isKnown: false };
}
