import type { Language } from "#shared/languages.ts";

const en = {
  tooManyTitle: "Too many pages at once",
  tooManyText: (seconds: number) =>
    `Very many pages were opened from your network. Please wait ${seconds === 1 ? "1 second" : `${seconds} seconds`} and try again.`,
  busyTitle: "Very many visitors right now",
  busyText: "The server cannot make this page at the moment. Please try again in a few seconds.",
  tryAgain: "Try again",
};

const fr: typeof en = {
  tooManyTitle: "Trop de pages à la fois",
  tooManyText: (seconds: number) =>
    `Un très grand nombre de pages ont été ouvertes depuis votre réseau. Veuillez patienter ${seconds === 1 ? "1 seconde" : `${seconds} secondes`}, puis réessayer.`,
  busyTitle: "Très nombreux visiteurs en ce moment",
  busyText:
    "Le serveur ne peut pas préparer cette page pour le moment. Veuillez réessayer dans quelques secondes.",
  tryAgain: "Réessayer",
};

/** Texts of the small page that a server under load sends instead of the requested one. */
export const busyMessages: Readonly<Record<Language, typeof en>> = { en, fr };
