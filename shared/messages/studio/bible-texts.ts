import type { Language } from "#shared/languages.ts";
import { bibleTexts as en } from "#shared/messages/en/studio/bible-texts.ts";
import { bibleTexts as fr } from "#shared/messages/fr/studio/bible-texts.ts";

/** Texts of the page of free Bible texts. */
export const bibleTextsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
