import { MINUTE_S } from "#shared/durations.ts";

/**
 * Seconds of a video's length.
 *
 * @param duration as lists show it: "19:05", "1:02:03".
 * @returns null for "" and for a word, which say no length.
 */
export function durationSeconds(duration: string): number | null {
  if (!/^(?:\d+:)?\d{1,2}:\d{2}$/.test(duration)) return null;
  return duration.split(":").reduce((sum, part) => sum * MINUTE_S + Number(part), 0);
}
