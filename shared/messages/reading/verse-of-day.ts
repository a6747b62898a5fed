import type { Language } from "#shared/languages.ts";

const en = {
  title: "Verse of the day",
  description: "A verse of the Bible for each day of the year",
  feed: "Verse of the day: RSS feed",
  share: "Share",
  copied: "Link copied",
  copyFailed: "Couldn't copy the link",
};

const fr: typeof en = {
  title: "Le verset du jour",
  description: "Un verset de la Bible pour chaque jour de l’année",
  feed: "Flux RSS du verset du jour",
  share: "Partager",
  copied: "Lien copié",
  copyFailed: "Impossible de copier le lien",
};

/** Texts of the verse of the day. */
export const verseOfDayMessages: Readonly<Record<Language, typeof en>> = { en, fr };
