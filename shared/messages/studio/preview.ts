import type { Language } from "#shared/languages.ts";
import { preview as en } from "#shared/messages/en/studio/preview.ts";
import { preview as fr } from "#shared/messages/fr/studio/preview.ts";

/** Texts of pages that show what is not published yet. */
export const previewMessages: Readonly<Record<Language, typeof en>> = { en, fr };
