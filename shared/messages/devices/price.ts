import type { Language } from "#shared/languages.ts";
import { price as en } from "#shared/messages/en/devices/price.ts";
import { price as fr } from "#shared/messages/fr/devices/price.ts";

/** What a play costs, in words. Loaded where somebody decides about one, in both languages. */
export const priceMessages: Readonly<Record<Language, typeof en>> = { en, fr };
