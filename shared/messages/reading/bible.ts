import type { Language } from "#shared/languages.ts";
import { bible as en } from "#shared/messages/en/reading/bible.ts";
import { bible as fr } from "#shared/messages/fr/reading/bible.ts";

export type BibleTexts = typeof en;

/** Texts of the Bible page (S2.110 to S2.113, S8.12). Loaded with the page, in both languages. */
export const bibleMessages: Readonly<Record<Language, BibleTexts>> = { en, fr };
