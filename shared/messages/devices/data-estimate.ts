import type { Language } from "#shared/languages.ts";

const en = {
  about: (amount: string) => `About ${amount}`,
  anHour: (amount: string) => `About ${amount} an hour`,
  question: "Save data on this connection?",
  questionText: "Data saver plays videos at the lowest quality.",
  save: "Save data",
  asUsual: "Play normally",
  saverOn: "Data saver is on",
};

const fr: typeof en = {
  about: (amount) => `Environ ${amount}`,
  anHour: (amount) => `Environ ${amount} par heure`,
  question: "Économiser les données ?",
  questionText: "L’économiseur de données lit les vidéos dans la qualité la plus basse.",
  save: "Économiser",
  asUsual: "Lire normalement",
  saverOn: "L’économiseur de données est activé",
};

/** Texts of the data estimate shown before a play. */
export const dataEstimateMessages: Readonly<Record<Language, typeof en>> = { en, fr };
