import type { Language } from "#shared/languages.ts";
import { tv as en } from "#shared/messages/en/devices/tv.ts";
import { tv as fr } from "#shared/messages/fr/devices/tv.ts";

/** Texts of the television page (`/tv`), which the server writes, and of the app that opens it. */
export const tvMessages: Readonly<Record<Language, typeof en>> = { en, fr };

/** What the television page's script says. */
export type TvPlayerTexts = (typeof en)["player"];
