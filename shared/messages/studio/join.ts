import type { Language } from "#shared/languages.ts";
import { join as en } from "#shared/messages/en/studio/join.ts";
import { join as fr } from "#shared/messages/fr/studio/join.ts";

/** Texts of the page on which an invitation is taken up. */
export const joinMessages: Readonly<Record<Language, typeof en>> = { en, fr };
