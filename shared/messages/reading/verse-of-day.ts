import type { Language } from "#shared/languages.ts";

const en = {
  title: "Verse of the day",
  description: "A verse of the Bible for each day of the year",
  feed: "Verse of the day as a feed (RSS)",
  share: "Share",
  copied: "The link is copied",
  copyFailed: "The link could not be copied",
};

const fr: typeof en = {
  title: "Le verset du jour",
  description: "Un verset de la Bible pour chaque jour de l’année",
  feed: "Le verset du jour en flux RSS",
  share: "Partager",
  copied: "Le lien est copié",
  copyFailed: "Le lien n’a pas pu être copié",
};

/** Texts of the verse of the day. */
export const verseOfDayMessages: Readonly<Record<Language, typeof en>> = { en, fr };
