import type { Language } from "#shared/languages.ts";
import { calendar as en } from "./en/calendar.ts";
import { calendar as fr } from "./fr/calendar.ts";

/** Texts of the calendar that people put beside their own (`/calendar.ics`). */
export const calendarMessages: Readonly<Record<Language, typeof en>> = { en, fr };
