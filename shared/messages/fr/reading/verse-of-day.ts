import type { verseOfDay as en } from "#shared/messages/en/reading/verse-of-day.ts";

export const verseOfDay = {
  title: "Le verset du jour",
  description: "Un verset de la Bible pour chaque jour de l’année",
  read: "Le lire dans la Bible",
  share: "Partager",
  picture: "En image",
  copied: "Copié",
  copyFailed: "La copie n’a pas réussi. Sélectionnez les mots et copiez-les vous-même.",
} satisfies typeof en;
