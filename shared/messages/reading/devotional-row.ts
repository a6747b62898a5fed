import type { Language } from "#shared/languages.ts";
import { devotionalRow as en } from "#shared/messages/en/reading/devotional-row.ts";
import { devotionalRow as fr } from "#shared/messages/fr/reading/devotional-row.ts";

/** Texts of the row that invites to the day's devotional. */
export const devotionalRowMessages: Readonly<Record<Language, typeof en>> = { en, fr };
