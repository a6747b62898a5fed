import type { Language } from "#shared/languages.ts";

const en = {
  about: (amount: string) => `About ${amount}`,
  anHour: (amount: string) => `About ${amount} an hour`,
  question: "Save data on this connection?",
  questionText: "With the data saver, players take the smallest picture.",
  save: "Save data",
  asUsual: "Play as usual",
  saverOn: "Data saver is on",
};

const fr: typeof en = {
  about: (amount) => `Environ ${amount}`,
  anHour: (amount) => `Environ ${amount} par heure`,
  question: "Économiser les données sur cette connexion ?",
  questionText: "Avec l’économie de données, les lecteurs prennent la plus petite image.",
  save: "Économiser",
  asUsual: "Lire comme d’habitude",
  saverOn: "L’économie de données est active",
};

/** Texts of the data estimate shown before a play. */
export const dataEstimateMessages: Readonly<Record<Language, typeof en>> = { en, fr };
