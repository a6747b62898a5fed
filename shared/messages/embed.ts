import type { Language } from "#shared/languages.ts";
import { embed as en } from "./en/embed.ts";
import { embed as fr } from "./fr/embed.ts";

export type EmbedTexts = Readonly<Record<keyof typeof en, string>>;

/** The texts of the players in each language. */
export const EMBED_TEXTS: Readonly<Record<Language, EmbedTexts>> = { en, fr };
