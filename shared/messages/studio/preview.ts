import type { Language } from "#shared/languages.ts";

const en = {
  band: "Preview: only people with this link can see this.",
  overTitle: "This preview has expired",
  overText: "A preview link works for one day. Ask the person who sent it for a new one.",
  home: "Go to Home",
};

const fr: typeof en = {
  band: "Aperçu : seules les personnes qui ont ce lien peuvent voir ceci.",
  overTitle: "Cet aperçu a expiré",
  overText:
    "Un lien d’aperçu est valable une journée. Demandez-en un nouveau à la personne qui vous l’a envoyé.",
  home: "Aller à l’accueil",
};

/** Texts of pages that preview unpublished documents. */
export const previewMessages: Readonly<Record<Language, typeof en>> = { en, fr };
