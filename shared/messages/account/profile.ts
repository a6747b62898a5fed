import type { Language } from "#shared/languages.ts";
import { profile as en } from "#shared/messages/en/account/profile.ts";
import { profile as fr } from "#shared/messages/fr/account/profile.ts";

/** Texts of the profile; it loads with that page. */
export const profileMessages: Readonly<Record<Language, typeof en>> = { en, fr };
