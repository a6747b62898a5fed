import type { Language } from "#shared/language.ts";
import { en, type Messages } from "./en.ts";
import { fr } from "./fr.ts";

/** The server holds every language; a browser loads only the one of its page (see web/app/entry-*). */
export const CATALOGUE: Readonly<Record<Language, Messages>> = { en, fr };
