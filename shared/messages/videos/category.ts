import type { Language } from "#shared/languages.ts";
import { category as en } from "#shared/messages/en/videos/category.ts";
import { category as fr } from "#shared/messages/fr/videos/category.ts";

/**
 * Texts of Video on Demand and the category pages: `categories` holds each category's title and
 * description. Loaded with those pages, in both languages.
 */
export const categoryMessages: Readonly<Record<Language, typeof en>> = { en, fr };

/** Why a list could not be read. */
export type ListCause = keyof (typeof en)["list"]["causes"];
