import type { devotionalRow as en } from "#shared/messages/en/reading/devotional-row.ts";

export const devotionalRow = {
  title: "La méditation du jour",
  text: "Commencez votre journée avec une parole qui vous guide",
  link: "Lire la méditation du jour",
} satisfies typeof en;
