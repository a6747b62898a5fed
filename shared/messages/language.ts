import type { Language } from "#shared/languages.ts";

const en = {
  label: "Language",
  offer: "This page is also available in English.",
  accept: "Read in English",
  decline: "No, thanks",
};

const fr: typeof en = {
  label: "Langue",
  offer: "Cette page est aussi disponible en français.",
  accept: "Lire en français",
  decline: "Non, merci",
};

/** Prompt to switch languages, in the language that it offers. */
export const languageMessages: Readonly<Record<Language, typeof en>> = { en, fr };
