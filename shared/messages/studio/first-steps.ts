import type { Language } from "#shared/languages.ts";
import { firstSteps as en } from "#shared/messages/en/studio/first-steps.ts";
import { firstSteps as fr } from "#shared/messages/fr/studio/first-steps.ts";

/** Texts of the check-list of a new site. */
export const firstStepsMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type FirstStepsMessages = typeof en;
