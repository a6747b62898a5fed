import type { Language } from "#shared/languages.ts";
import { plans as en } from "#shared/messages/en/reading/plans.ts";
import { plans as fr } from "#shared/messages/fr/reading/plans.ts";

/** Texts of the reading plans. */
export const planMessages: Readonly<Record<Language, typeof en>> = { en, fr };
