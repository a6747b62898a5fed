import type { references as en } from "#shared/messages/en/reading/references.ts";

export const references: typeof en = {
  title: "Passages qui en parlent aussi",
  more: "Tout afficher",
  failed: "Les passages n’ont pas pu être chargés.",
  retry: "Réessayer",
  wordsOf: (version) => `Texte : ${version}`,
  from: "Renvois :",
};
