import type { Language } from "#shared/languages.ts";
import { announcementBanner as en } from "#shared/messages/en/announcement-banner.ts";
import { announcementBanner as fr } from "#shared/messages/fr/announcement-banner.ts";

/** Texts of the banner above every page. */
export const announcementBannerMessages: Readonly<Record<Language, typeof en>> = { en, fr };
