import type { Language } from "#shared/languages.ts";
import { busy as en } from "./en/busy.ts";
import { busy as fr } from "./fr/busy.ts";

/** Texts of the small page that stands in for one that the server does not make now. */
export const busyMessages: Readonly<Record<Language, typeof en>> = { en, fr };
