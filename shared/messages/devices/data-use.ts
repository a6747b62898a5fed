import type { Language } from "#shared/languages.ts";
import { dataUse as en } from "#shared/messages/en/devices/data-use.ts";
import { dataUse as fr } from "#shared/messages/fr/devices/data-use.ts";

/** Texts of the panel about data. Loaded with it, in both languages. */
export const dataUseMessages: Readonly<Record<Language, typeof en>> = { en, fr };
