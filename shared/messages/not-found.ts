import type { Language } from "#shared/languages.ts";

const en = {
  title: "404",
  heading: "Oops! Page not found",
  hint: "The page may have moved, or the address may be wrong.",
  returnHome: "Return to Home",
};

const fr: typeof en = {
  title: "404",
  heading: "Oups ! Page introuvable",
  hint: "La page a peut-être été déplacée, ou l’adresse est incorrecte.",
  returnHome: "Retour à l’accueil",
};

/** Texts of the page for unknown paths. */
export const notFoundMessages: Readonly<Record<Language, typeof en>> = { en, fr };
