import type { Language } from "#shared/language.ts";

const en = {
  /** Name of the whole calendar. */
  title: (ministry: string) => `${ministry}: live services`,
  service: (ministry: string) => `Live service: ${ministry}`,
  description: (url: string) => `Watch live: ${url}`,
};

const fr = {
  title: (ministry: string) => `${ministry} : cultes en direct`,
  service: (ministry: string) => `Culte en direct : ${ministry}`,
  description: (url: string) => `Regarder en direct : ${url}`,
} satisfies typeof en;

/** Texts of the calendar that people put beside their own (`/calendar.ics`). */
export const calendarMessages: Readonly<Record<Language, typeof en>> = { en, fr };
