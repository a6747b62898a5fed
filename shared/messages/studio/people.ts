import type { Language } from "#shared/languages.ts";
import { people as en } from "#shared/messages/en/studio/people.ts";
import { people as fr } from "#shared/messages/fr/studio/people.ts";

/** Texts of the studio's pages about helpers and accounts. */
export const peopleMessages: Readonly<Record<Language, typeof en>> = { en, fr };
