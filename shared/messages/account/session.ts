import type { Language } from "#shared/languages.ts";
import { session as en } from "#shared/messages/en/account/session.ts";
import { session as fr } from "#shared/messages/fr/account/session.ts";

/** Texts about the session itself: how it ended, and how long it lasts. */
export const sessionMessages: Readonly<Record<Language, typeof en>> = { en, fr };
