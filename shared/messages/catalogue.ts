import type { Language } from "#shared/languages.ts";
import { everyPage as en } from "./en/every-page.ts";
import { everyPage as fr } from "./fr/every-page.ts";

/** Texts that every page may show. A language that lacks one does not compile. */
export type Messages = typeof en;

/** Used by the server; a browser loads only the language of its page (see web/app/entry-*). */
export const CATALOGUE: Readonly<Record<Language, Messages>> = { en, fr };
