import type { Language } from "#shared/languages.ts";

const en = {
  title: (ministry: string) => `${ministry}: live services`,
  service: (ministry: string) => `Live service: ${ministry}`,
  description: (url: string) => `Watch live: ${url}`,
};

const fr: typeof en = {
  title: (ministry: string) => `${ministry} : cultes en direct`,
  service: (ministry: string) => `Culte en direct : ${ministry}`,
  description: (url: string) => `Regarder en direct : ${url}`,
};

/** Texts of the calendar feed (`/calendar.ics`). */
export const calendarMessages: Readonly<Record<Language, typeof en>> = { en, fr };
