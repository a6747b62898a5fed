import type * as v from "valibot";
import type { devotionalEntrySchema } from "#shared/contracts/devotional.ts";

/** One devotional (S3.9). */
export type DevotionalEntry = v.InferOutput<typeof devotionalEntrySchema>;

/** Days of the grid (S9.15). */
export const DEVOTIONAL_DAYS = 30;

/** The month that the grid is labelled with (S9.15): June 2025. */
export const DEVOTIONAL_MONTH = "2025-06";

/**
 * Where the ministry is. Which day a server-rendered page shows is decided by this clock; the reader's
 * own date takes over in the browser.
 */
export const DEVOTIONAL_TIME_ZONE = "Africa/Harare";

/** The day of the grid for a day of the month: a 31st falls to 30. */
export function gridDay(dayOfMonth: number): number {
  return Math.min(dayOfMonth, DEVOTIONAL_DAYS);
}

/** Paragraphs of a devotional's content. */
export function paragraphsOf(content: string): string[] {
  return content
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
