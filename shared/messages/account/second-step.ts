import type { Language } from "#shared/languages.ts";
import { secondStep as en } from "#shared/messages/en/account/second-step.ts";
import { secondStep as fr } from "#shared/messages/fr/account/second-step.ts";

/** Texts of the second step of signing in. */
export const secondStepMessages: Readonly<Record<Language, typeof en>> = { en, fr };
