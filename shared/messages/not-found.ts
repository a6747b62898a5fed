import type { Language } from "#shared/languages.ts";

const en = {
  title: "404",
  heading: "Oops! Page not found",
  hint: "The page you are looking for has moved or never existed.",
  returnHome: "Return to Home",
};

const fr: typeof en = {
  title: "404",
  heading: "Oups ! Page introuvable",
  hint: "La page que vous cherchez a été déplacée ou n’a jamais existé.",
  returnHome: "Retour à l’accueil",
};

/** Texts of the page for unknown paths. */
export const notFoundMessages: Readonly<Record<Language, typeof en>> = { en, fr };
