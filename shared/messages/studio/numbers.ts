import type { Language } from "#shared/languages.ts";
import { numbers as en } from "#shared/messages/en/studio/numbers.ts";
import { numbers as fr } from "#shared/messages/fr/studio/numbers.ts";

/** Texts of the page of numbers. */
export const numbersMessages: Readonly<Record<Language, typeof en>> = { en, fr };
