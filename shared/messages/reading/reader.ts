import type { Language } from "#shared/languages.ts";

const en = {
  textSize: "Text size",
  smaller: "Smaller text",
  larger: "Larger text",
};

const fr: typeof en = {
  textSize: "Taille du texte",
  smaller: "Texte plus petit",
  larger: "Texte plus grand",
};

/** Texts that the Bible reader and the devotional reader share. */
export const readerMessages: Readonly<Record<Language, typeof en>> = { en, fr };
