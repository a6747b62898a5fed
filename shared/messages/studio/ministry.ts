import type { Language } from "#shared/languages.ts";
import { ministry as en } from "#shared/messages/en/studio/ministry.ts";
import { ministry as fr } from "#shared/messages/fr/studio/ministry.ts";

/** Texts of the ministry's own page in the studio. */
export const ministryMessages: Readonly<Record<Language, typeof en>> = { en, fr };
