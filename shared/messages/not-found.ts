import type { Language } from "#shared/languages.ts";
import { notFound as en } from "./en/not-found.ts";
import { notFound as fr } from "./fr/not-found.ts";

/** Texts of the page for unknown paths. */
export const notFoundMessages: Readonly<Record<Language, typeof en>> = { en, fr };
