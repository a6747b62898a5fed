import type { Language } from "#shared/languages.ts";
import { devotionals as en } from "#shared/messages/en/studio/devotionals.ts";
import { devotionals as fr } from "#shared/messages/fr/studio/devotionals.ts";

/** Texts of the studio’s devotionals. */
export const devotionalsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
