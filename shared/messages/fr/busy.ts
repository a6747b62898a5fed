import type { busy as en } from "#shared/messages/en/busy.ts";

export const busy = {
  tooManyTitle: "Trop de pages à la fois",
  tooManyText: (seconds: number) =>
    `Un très grand nombre de pages ont été ouvertes depuis votre réseau. Veuillez patienter ${seconds === 1 ? "1 seconde" : `${seconds} secondes`}, puis réessayer.`,
  busyTitle: "Très nombreux visiteurs en ce moment",
  busyText:
    "Le serveur ne peut pas préparer cette page pour le moment. Veuillez réessayer dans quelques secondes.",
  tryAgain: "Réessayer",
} satisfies typeof en;
