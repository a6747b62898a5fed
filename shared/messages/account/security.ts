import type { Language } from "#shared/languages.ts";
import { security as en } from "#shared/messages/en/account/security.ts";
import { security as fr } from "#shared/messages/fr/account/security.ts";

/** Texts of how an account is kept safe: second proofs, passkeys, devices, linked accounts. */
export const securityMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type SecurityMessages = typeof en;
