/** Lengths of time by name; functions run alone and import nothing of the app's. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * True while less than `spanMs` have passed since a moment. A moment that lies ahead was noted before the
 * clock was set back: how long ago it was, nobody knows, and nothing may wait hours for it to come again.
 */
export function isWithin(spanMs: number, sinceMs: number, nowMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < spanMs;
}
