import type { Language } from "#shared/languages.ts";

const en = {
  title: "Passages that speak of the same",
  more: "Show all",
  failed: "The passages could not be loaded.",
  retry: "Try again",
  wordsOf: (version: string) => `In the ${version}`,
  from: "Cross-references:",
};

const fr: typeof en = {
  title: "Passages qui en parlent aussi",
  more: "Tout afficher",
  failed: "Les passages n’ont pas pu être chargés.",
  retry: "Réessayer",
  wordsOf: (version) => `Texte : ${version}`,
  from: "Renvois :",
};

/** Texts of the cross-references of a verse. */
export const referencesMessages: Readonly<Record<Language, typeof en>> = { en, fr };
