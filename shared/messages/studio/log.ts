import type { Language } from "#shared/languages.ts";
import { log as en } from "#shared/messages/en/studio/log.ts";
import { log as fr } from "#shared/messages/fr/studio/log.ts";

/** Texts of the log of what was done in the studio. */
export const logMessages: Readonly<Record<Language, typeof en>> = { en, fr };
