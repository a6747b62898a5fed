import type { Language } from "#shared/languages.ts";
import { searchPages as en } from "./en/search.ts";
import { searchPages as fr } from "./fr/search.ts";

/** The pages that search finds, with what they are called and looked for by. Only the server holds them. */
export const searchPagesMessages: Readonly<Record<Language, typeof en>> = { en, fr };
