import type { Language } from "#shared/languages.ts";
import { announcements as en } from "#shared/messages/en/studio/announcements.ts";
import { announcements as fr } from "#shared/messages/fr/studio/announcements.ts";

/** Texts of the studio's announcements. */
export const announcementsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
