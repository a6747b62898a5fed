import type { Language } from "#shared/languages.ts";
import { account as en } from "#shared/messages/en/account/account.ts";
import { account as fr } from "#shared/messages/fr/account/account.ts";

/** Texts of signing in and up, of passwords, and of what the account forms refuse. */
export const accountMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type AccountMessages = typeof en;
