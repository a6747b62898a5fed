import { type Language, LANGUAGES } from "#shared/languages.ts";
import { isCalendarDay } from "./devotional-date.ts";

/** Id of the studio's document of a day and language: "2026-11-23.fr". */
export function devotionalId(day: string, language: Language): string {
  return `${day}.${language}`;
}

/** What an id names; null for one that the calendar or the site does not have. */
export function readDevotionalId(id: string): { day: string; language: Language } | null {
  const [day = "", tag, ...rest] = id.split(".");
  const language = LANGUAGES.find((known) => known === tag);
  return language && rest.length === 0 && isCalendarDay(day) ? { day, language } : null;
}
