import type { Language } from "#shared/languages.ts";
import { push as en } from "./en/push.ts";
import { push as fr } from "./fr/push.ts";

/** Texts of the reminders that the server sends. */
export const pushMessages: Readonly<Record<Language, typeof en>> = { en, fr };
