import type { Language } from "#shared/languages.ts";
import { devotionalRow as en } from "./en/devotional-row.ts";
import { devotionalRow as fr } from "./fr/devotional-row.ts";

/** Texts of the row that invites to the day's devotional. */
export const devotionalRowMessages: Readonly<Record<Language, typeof en>> = { en, fr };
