import type { Language } from "#shared/languages.ts";
import { consent as en } from "#shared/messages/en/account/consent.ts";
import { consent as fr } from "#shared/messages/fr/account/consent.ts";

/** Texts of the page where a member decides whether another application may know them. */
export const consentMessages: Readonly<Record<Language, typeof en>> = { en, fr };
