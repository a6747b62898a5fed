import type { Language } from "#shared/languages.ts";
import { watch as en } from "#shared/messages/en/videos/watch.ts";
import { watch as fr } from "#shared/messages/fr/videos/watch.ts";

/** Texts of the watch history and of going on where one left. */
export const watchMessages: Readonly<Record<Language, typeof en>> = { en, fr };
