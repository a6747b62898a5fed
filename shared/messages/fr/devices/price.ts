import type { price as en } from "#shared/messages/en/devices/price.ts";

export const price = {
  about: (amount) => `Environ ${amount}`,
  anHour: (amount) => `Environ ${amount} par heure`,
  question: "Économiser les données sur cette connexion ?",
  questionText: "Avec l’économie de données, les lecteurs prennent la plus petite image.",
  save: "Économiser",
  asUsual: "Lire comme d’habitude",
  saverOn: "L’économie de données est active",
} satisfies typeof en;
