import type { Language } from "#shared/languages.ts";
import { videos as en } from "#shared/messages/en/studio/videos.ts";
import { videos as fr } from "#shared/messages/fr/studio/videos.ts";

/** Texts of the studio's pages of videos. */
export const videosMessages: Readonly<Record<Language, typeof en>> = { en, fr };
