import type { Language } from "#shared/languages.ts";
import { marks as en } from "#shared/messages/en/reading/marks.ts";
import { marks as fr } from "#shared/messages/fr/reading/marks.ts";

/** Texts of highlights, notes and bookmarks in the Bible. Loaded with them, in both languages. */
export const marksMessages: Readonly<Record<Language, typeof en>> = { en, fr };
