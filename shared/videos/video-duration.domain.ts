import { HOUR_S, MINUTE_S } from "@reign-tv/kit/durations.ts";

/**
 * Parses a video's duration in seconds.
 *
 * @param duration as in lists: "19:05", "1:02:03"
 * @returns null for "" and for a word
 */
export function durationSeconds(duration: string): number | null {
  if (!/^(?:\d+:)?\d{1,2}:\d{2}$/.test(duration)) return null;
  return duration.split(":").reduce((sum, part) => sum * MINUTE_S + Number(part), 0);
}

/** Formats a position in a video: "12:30", "1:02:03". */
export function momentText(seconds: number): string {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / HOUR_S);
  const minutes = Math.floor((whole % HOUR_S) / MINUTE_S);
  const rest = String(whole % MINUTE_S).padStart(2, "0");
  if (hours === 0) return `${minutes}:${rest}`;
  return `${hours}:${String(minutes).padStart(2, "0")}:${rest}`;
}
