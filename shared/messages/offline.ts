import type { Language } from "#shared/languages.ts";
import { offline as en } from "./en/offline.ts";
import { offline as fr } from "./fr/offline.ts";

/** Texts of the app without a connection and of its updates. */
export const offlineMessages: Readonly<Record<Language, typeof en>> = { en, fr };
