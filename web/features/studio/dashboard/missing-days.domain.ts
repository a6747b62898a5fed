import { dayAfter } from "#shared/devotional/devotional-date.ts";
import { type Language, LANGUAGES } from "#shared/languages.ts";

/** How many days ahead are looked at, the first one included. */
export const DAYS_AHEAD = 7;

/** A language and the days ("2026-11-23") that have no devotional in it. */
export type MissingDays = { language: Language; days: readonly string[] };

/** The days from `first` on that nothing is there for, by language. */
export function missingDays(
  first: string,
  written: readonly { date: string; language: string }[],
): MissingDays[] {
  const ahead = Array.from({ length: DAYS_AHEAD }, (_, count) => dayAfter(first, count));
  return LANGUAGES.map((language) => ({
    language,
    days: ahead.filter(
      (day) => !written.some((entry) => entry.date === day && entry.language === language),
    ),
  }));
}
