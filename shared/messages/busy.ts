import type { Language } from "#shared/languages.ts";

const en = {
  tooManyTitle: "Too many requests",
  tooManyText: (seconds: number) =>
    `Too many pages were opened from your network. Please wait ${seconds === 1 ? "1 second" : `${seconds} seconds`} and try again.`,
  busyTitle: "We're very busy right now",
  busyText: "This page can't be shown right now. Please try again in a few seconds.",
  tryAgain: "Try again",
};

const fr: typeof en = {
  tooManyTitle: "Trop de demandes",
  tooManyText: (seconds: number) =>
    `Trop de pages ont été ouvertes depuis votre réseau. Patientez ${seconds === 1 ? "1 seconde" : `${seconds} secondes`}, puis réessayez.`,
  busyTitle: "Le site est très fréquenté en ce moment",
  busyText:
    "Cette page ne peut pas être affichée pour le moment. Réessayez dans quelques secondes.",
  tryAgain: "Réessayer",
};

/** Texts of the small page that a server under load sends instead of the requested one. */
export const busyMessages: Readonly<Record<Language, typeof en>> = { en, fr };
