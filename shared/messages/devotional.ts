import type { Language } from "#shared/languages.ts";
import { devotional as en } from "./en/devotional.ts";
import { devotional as fr } from "./fr/devotional.ts";

/** Texts of the devotional page. Loaded with the page, in both languages. */
export const devotionalMessages: Readonly<Record<Language, typeof en>> = { en, fr };
