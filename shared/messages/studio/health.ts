import type { Language } from "#shared/languages.ts";
import { health as en } from "#shared/messages/en/studio/health.ts";
import { health as fr } from "#shared/messages/fr/studio/health.ts";

/** Texts of the health page and its mails. */
export const healthMessages: Readonly<Record<Language, typeof en>> = { en, fr };
