import type { Language } from "#shared/languages.ts";
import { phone as en } from "./en/phone.ts";
import { phone as fr } from "./fr/phone.ts";

/** Texts of the phone app that the site has no use for. */
export const phoneMessages: Readonly<Record<Language, typeof en>> = { en, fr };
