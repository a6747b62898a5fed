import type { Language } from "#shared/languages.ts";
import { everyPage as en } from "./en/every-page.ts";
import { everyPage as fr } from "./fr/every-page.ts";

/** The texts that every page may show; a line that a language leaves out does not compile. */
export type Messages = typeof en;

/** The server holds every language; a browser loads only the one of its page (see web/app/entry-*). */
export const CATALOGUE: Readonly<Record<Language, Messages>> = { en, fr };
