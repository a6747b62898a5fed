import type { Language } from "#shared/languages.ts";
import { later as en } from "#shared/messages/en/videos/later.ts";
import { later as fr } from "#shared/messages/fr/videos/later.ts";

/** Texts of what is kept to be watched later, and of places where videos were left on other devices. */
export const laterMessages: Readonly<Record<Language, typeof en>> = { en, fr };
