import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/durations.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";

/** Videos of the last days are said by their age, older ones by their date. */
const RECENT_DAYS = 7;

/**
 * When a video was published, as lists tell it: "3 hours ago", "yesterday", "Oct 4, 2026"; "" where
 * nobody knows.
 *
 * @param publishedAt ISO 8601 instant; the epoch where its source does not tell.
 * @param nowMs the visitor's clock; null for what is the same at any time.
 */
export function dateText(publishedAt: string, language: Language, nowMs: number | null): string {
  const atMs = Date.parse(publishedAt);
  if (!(atMs > 0)) return "";
  const isRecent = nowMs !== null && atMs <= nowMs && daysBetween(atMs, nowMs) < RECENT_DAYS;
  return isRecent
    ? agoText(atMs, nowMs, language)
    : new Date(atMs).toLocaleDateString(LANGUAGE_FACTS[language].locale, {
        dateStyle: "medium",
        timeZone: "UTC",
      });
}

/** How long ago something was, in its largest unit up to days ("3 hours ago", "yesterday"). */
export function agoText(atMs: number, nowMs: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(LANGUAGE_FACTS[language].locale, { numeric: "auto" });
  const ageMs = nowMs - atMs;
  if (ageMs >= DAY_MS) return format.format(-daysBetween(atMs, nowMs), "day");
  if (ageMs >= HOUR_MS) return format.format(-Math.floor(ageMs / HOUR_MS), "hour");
  return format.format(-Math.floor(ageMs / MINUTE_MS), "minute");
}

/** Days of the calendar, so that what is two mornings old is not "yesterday". */
function daysBetween(atMs: number, nowMs: number): number {
  return Math.floor(nowMs / DAY_MS) - Math.floor(atMs / DAY_MS);
}
