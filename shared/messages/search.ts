import type { Language } from "#shared/languages.ts";
import { search as en } from "./en/search.ts";
import { search as fr } from "./fr/search.ts";

/** Texts of search. Loaded with it, in both languages. */
export const searchMessages: Readonly<Record<Language, typeof en>> = { en, fr };
