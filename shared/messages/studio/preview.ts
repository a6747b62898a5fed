import type { Language } from "#shared/languages.ts";

const en = {
  band: "Preview: only those who have this link see this page like this.",
  overTitle: "This preview is over",
  overText: "A preview lasts for one day. Ask whoever sent you the link for a new one.",
  home: "Go to Home",
};

const fr: typeof en = {
  band: "Aperçu : seules les personnes qui ont ce lien voient la page ainsi.",
  overTitle: "Cet aperçu n’est plus disponible",
  overText:
    "Un aperçu dure une journée. Demandez-en un nouveau à la personne qui vous a envoyé le lien.",
  home: "Aller à l’accueil",
};

/** Texts of pages that preview unpublished documents. */
export const previewMessages: Readonly<Record<Language, typeof en>> = { en, fr };
