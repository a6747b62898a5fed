import type { Language } from "#shared/languages.ts";
import { liveTv as en } from "./en/live-tv.ts";
import { liveTv as fr } from "./fr/live-tv.ts";

/** Texts of the Live TV page. Loaded with the page, in both languages. */
export const liveTvMessages: Readonly<Record<Language, typeof en>> = { en, fr };
