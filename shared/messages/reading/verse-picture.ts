import type { Language } from "#shared/languages.ts";
import { versePicture as en } from "#shared/messages/en/reading/verse-picture.ts";
import { versePicture as fr } from "#shared/messages/fr/reading/verse-picture.ts";

/** Texts of the dialog that makes a picture of a verse. */
export const versePictureMessages: Readonly<Record<Language, typeof en>> = { en, fr };
