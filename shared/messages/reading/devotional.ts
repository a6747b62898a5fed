import type { Language } from "#shared/languages.ts";
import { devotional as en } from "#shared/messages/en/reading/devotional.ts";
import { devotional as fr } from "#shared/messages/fr/reading/devotional.ts";

/** Texts of the devotional page. Loaded with the page, in both languages. */
export const devotionalMessages: Readonly<Record<Language, typeof en>> = { en, fr };
