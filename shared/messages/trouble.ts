import type { Language } from "#shared/languages.ts";
import { trouble as en } from "./en/trouble.ts";
import { trouble as fr } from "./fr/trouble.ts";

/** By language. */
export const troubleMessages: Readonly<Record<Language, typeof en>> = { en, fr };
