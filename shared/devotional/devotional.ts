import type * as v from "valibot";
import type { devotionalEntrySchema } from "#shared/contracts/devotional.ts";

/** One devotional (S3.9). */
export type DevotionalEntry = v.InferOutput<typeof devotionalEntrySchema>;

/** Days of the grid (S9.15). */
export const DEVOTIONAL_DAYS = 30;

/** Label of the grid (S9.15): June 2025. */
export const DEVOTIONAL_MONTH = "2025-06";

/**
 * Time zone of the ministry. Decides the day of a server-rendered page; the reader's own date
 * replaces it in the browser.
 */
export const DEVOTIONAL_TIME_ZONE = "Africa/Harare";

/** Maps a day of the month to a day of the grid: 31 becomes 30. */
export function gridDay(dayOfMonth: number): number {
  return Math.min(dayOfMonth, DEVOTIONAL_DAYS);
}

export function paragraphsOf(content: string): string[] {
  return content
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
