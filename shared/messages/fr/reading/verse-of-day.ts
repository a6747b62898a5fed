import type { verseOfDay as en } from "#shared/messages/en/reading/verse-of-day.ts";

export const verseOfDay = {
  title: "Le verset du jour",
  description: "Un verset de la Bible pour chaque jour de l’année",
  feed: "Le verset du jour en flux RSS",
  share: "Partager",
  copied: "Le lien est copié",
  copyFailed: "Le lien n’a pas pu être copié",
} satisfies typeof en;
