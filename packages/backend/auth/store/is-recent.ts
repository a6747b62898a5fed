import { isWithin, MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** Allowed clock difference between servers; a time further ahead comes from a wrong clock. */
export const MAX_CLOCK_SKEW_MS = MINUTE_MS;

/** Returns whether less than `lifetimeMs` have passed since a time that some server has stored. */
export function isRecent(lifetimeMs: number, since: Date, nowMs: number): boolean {
  const earliestMs = since.getTime() - MAX_CLOCK_SKEW_MS;
  return isWithin(lifetimeMs + MAX_CLOCK_SKEW_MS, earliestMs, nowMs);
}
