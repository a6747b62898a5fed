import type { Language } from "#shared/languages.ts";
import { language as en } from "./en/language.ts";
import { language as fr } from "./fr/language.ts";

/** The offer of a page in another language, in the language that is offered. */
export const languageMessages: Readonly<Record<Language, typeof en>> = { en, fr };
