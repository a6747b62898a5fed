import { DAY_MS, HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";

/** Recent videos show their age, older ones their date. */
const RECENT_DAYS = 7;

/**
 * Formats the publication time of a video: "3 hours ago", "yesterday", "Oct 4, 2026"; "" if
 * unknown.
 *
 * @param publishedAt ISO 8601 instant; the epoch if unknown
 * @param nowMs the visitor's clock; null for a text that does not depend on the time
 */
export function dateText(publishedAt: string, language: Language, nowMs: number | null): string {
  const atMs = Date.parse(publishedAt);
  if (!(atMs > 0)) return "";
  const isRecent = nowMs !== null && atMs <= nowMs && daysBetween(atMs, nowMs) < RECENT_DAYS;
  return isRecent ? agoText(atMs, nowMs, language) : formatsOf(language).day.format(atMs);
}

type Formats = { day: Intl.DateTimeFormat; age: Intl.RelativeTimeFormat };

const madeFormats = new Map<Language, Formats>();

/** Kept, because making a formatter for each card costs a slow phone milliseconds. */
function formatsOf(language: Language): Formats {
  const { locale } = LANGUAGE_FACTS[language];
  const formats = madeFormats.get(language) ?? {
    day: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }),
    age: new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
  };
  madeFormats.set(language, formats);
  return formats;
}

/** Formats an age in its largest unit up to days ("3 hours ago", "yesterday"). */
export function agoText(atMs: number, nowMs: number, language: Language): string {
  const format = formatsOf(language).age;
  const ageMs = nowMs - atMs;
  if (ageMs >= DAY_MS) return format.format(-daysBetween(atMs, nowMs), "day");
  if (ageMs >= HOUR_MS) return format.format(-Math.floor(ageMs / HOUR_MS), "hour");
  return format.format(-Math.floor(ageMs / MINUTE_MS), "minute");
}

/** Counts calendar days, so that two mornings ago is not "yesterday". */
function daysBetween(atMs: number, nowMs: number): number {
  return Math.floor(nowMs / DAY_MS) - Math.floor(atMs / DAY_MS);
}
