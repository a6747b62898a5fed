import type { Language } from "#shared/languages.ts";
import { references as en } from "#shared/messages/en/reading/references.ts";
import { references as fr } from "#shared/messages/fr/reading/references.ts";

/** Texts of passages to which a verse leads. */
export const referencesMessages: Readonly<Record<Language, typeof en>> = { en, fr };
