import type { Language } from "#shared/languages.ts";
import { install as en } from "#shared/messages/en/devices/install.ts";
import { install as fr } from "#shared/messages/fr/devices/install.ts";

/** Texts of the install card, of the Smart-TV banner and of their instructions. */
export const installMessages: Readonly<Record<Language, typeof en>> = { en, fr };
