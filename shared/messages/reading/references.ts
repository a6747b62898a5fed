import type { Language } from "#shared/languages.ts";

const en = {
  title: "Related passages",
  more: "Show all",
  failed: "Couldn't load related passages.",
  retry: "Try again",
  wordsOf: (version: string) => `In the ${version}`,
  from: "Cross-references:",
};

const fr: typeof en = {
  title: "Passages liés",
  more: "Tout afficher",
  failed: "Impossible de charger les passages liés.",
  retry: "Réessayer",
  wordsOf: (version) => `Texte : ${version}`,
  from: "Références croisées :",
};

/** Texts of the cross-references of a verse. */
export const referencesMessages: Readonly<Record<Language, typeof en>> = { en, fr };
