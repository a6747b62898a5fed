import type { Language } from "#shared/language.ts";

const en = {
  phoneScreen: "Nine categories of videos on a phone",
  wideScreen: "Nine categories of videos on a large screen",
};

const fr = {
  phoneScreen: "Neuf catégories de vidéos sur un téléphone",
  wideScreen: "Neuf catégories de vidéos sur un grand écran",
} satisfies typeof en;

/** What the install dialog of a browser says beside the texts that pages have too. */
export const webManifestMessages: Readonly<Record<Language, typeof en>> = { en, fr };
