import type { Language } from "#shared/language.ts";

const en = {
  tooManyTitle: "Too many pages at once",
  tooManyText: (seconds: number) =>
    `Very many pages were opened from your network. Please wait ${seconds === 1 ? "1 second" : `${seconds} seconds`} and try again.`,
  busyTitle: "Very many visitors right now",
  busyText: "The server cannot make this page at the moment. Please try again in a few seconds.",
  tryAgain: "Try again",
};

const fr = {
  tooManyTitle: "Trop de pages à la fois",
  tooManyText: (seconds: number) =>
    `Un très grand nombre de pages ont été ouvertes depuis votre réseau. Veuillez patienter ${seconds === 1 ? "1 seconde" : `${seconds} secondes`}, puis réessayer.`,
  busyTitle: "Très nombreux visiteurs en ce moment",
  busyText:
    "Le serveur ne peut pas préparer cette page pour le moment. Veuillez réessayer dans quelques secondes.",
  tryAgain: "Réessayer",
} satisfies typeof en;

/** Texts of the small page that stands in for one that the server does not make now. */
export const busyMessages: Readonly<Record<Language, typeof en>> = { en, fr };
