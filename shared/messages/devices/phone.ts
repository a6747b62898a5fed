import type { Language } from "#shared/languages.ts";
import { phone as en } from "#shared/messages/en/devices/phone.ts";
import { phone as fr } from "#shared/messages/fr/devices/phone.ts";

/** Texts of the phone app that the site has no use for. */
export const phoneMessages: Readonly<Record<Language, typeof en>> = { en, fr };
