import type { Language } from "#shared/languages.ts";

const en = {
  label: "Announcement",
  more: "Read more",
  dismiss: "Dismiss this announcement",
};

const fr: typeof en = {
  label: "Annonce",
  more: "En savoir plus",
  dismiss: "Masquer cette annonce",
};

/** Texts of the banner above every page. */
export const announcementBannerMessages: Readonly<Record<Language, typeof en>> = { en, fr };
