import type { Language } from "#shared/languages.ts";
import { kit as en } from "#shared/messages/en/studio/kit.ts";
import { kit as fr } from "#shared/messages/fr/studio/kit.ts";

/** Texts that every page of the studio shares: its menu, its gate, saving, conflicts, undoing. */
export const kitMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type KitMessages = typeof en;
