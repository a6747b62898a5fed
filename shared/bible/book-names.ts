import type { Language } from "#shared/languages.ts";
import { en } from "./book-names/en.ts";
import { fr } from "./book-names/fr.ts";

/** Display names of the 66 books by language, in canonical order. */
export const BOOK_NAMES: Readonly<Record<Language, readonly string[]>> = { en, fr };
