import type { Language } from "#shared/languages.ts";
import { privacy as en } from "#shared/messages/en/account/privacy.ts";
import { privacy as fr } from "#shared/messages/fr/account/privacy.ts";

/** Texts of the privacy policy; its points and date are fixed (S2.114 to S2.120). Loaded with the page, in both languages. */
export const privacyMessages: Readonly<Record<Language, typeof en>> = { en, fr };
