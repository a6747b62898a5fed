import type { Language } from "#shared/languages.ts";
import { readingLinks as en } from "#shared/messages/en/reading/reading-links.ts";
import { readingLinks as fr } from "#shared/messages/fr/reading/reading-links.ts";

/** Links to reading plans and to what a reader has marked; the menu loads them, in both languages. */
export const readingLinkMessages: Readonly<Record<Language, typeof en>> = { en, fr };
