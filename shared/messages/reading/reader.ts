import type { Language } from "#shared/languages.ts";
import { reader as en } from "#shared/messages/en/reading/reader.ts";
import { reader as fr } from "#shared/messages/fr/reading/reader.ts";

/** What readers of Scripture and of devotionals share, in both languages. */
export const readerMessages: Readonly<Record<Language, typeof en>> = { en, fr };
