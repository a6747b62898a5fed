import type { Language } from "#shared/languages.ts";

const en = {
  phoneScreen: "Nine categories of videos on a phone",
  wideScreen: "Nine categories of videos on a large screen",
};

const fr: typeof en = {
  phoneScreen: "Neuf catégories de vidéos sur un téléphone",
  wideScreen: "Neuf catégories de vidéos sur un grand écran",
};

/** Texts that only the web app manifest uses. */
export const webManifestMessages: Readonly<Record<Language, typeof en>> = { en, fr };
