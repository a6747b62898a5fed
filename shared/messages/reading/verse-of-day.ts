import type { Language } from "#shared/languages.ts";
import { verseOfDay as en } from "#shared/messages/en/reading/verse-of-day.ts";
import { verseOfDay as fr } from "#shared/messages/fr/reading/verse-of-day.ts";

/** Texts of the verse of the day. */
export const verseOfDayMessages: Readonly<Record<Language, typeof en>> = { en, fr };
