import type { Language } from "#shared/languages.ts";
import { today as en } from "#shared/messages/en/studio/today.ts";
import { today as fr } from "#shared/messages/fr/studio/today.ts";

/** Texts of the studio's first page. */
export const todayMessages: Readonly<Record<Language, typeof en>> = { en, fr };
