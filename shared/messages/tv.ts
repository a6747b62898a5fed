import type { Language } from "#shared/language.ts";

const en = {
  title: (ministry: string) => `${ministry} on your TV`,
  description:
    "Both live channels and the newest videos, for the television and its remote control.",
  channels: "Live channels",
  newest: "Newest videos",
  live: "Live",
  wholeSite: "Whole site",
  otherLanguage: "Français",
  menu: "Language and site",
  platformNotice: "Videos are played by YouTube (Google), which is asked only when you choose one.",
  help: "Choose with the arrows, play with OK, return with Back.",
  /** What the player says; sent to its script. */
  player: {
    loading: "Loading…",
    failed: "This isn’t responding. Press OK to try again.",
    refused: "Press OK to play.",
    back: "Back",
    paused: "Paused",
    fileHint: "OK: pause · ◀ ▶: 10 seconds · ▲: captions · Back: return",
    channelHint: "OK: pause · ▲ ▼: other channel · Back: return",
    frameHint: "OK: pause · Back: return",
  },
};

const fr = {
  title: (ministry: string) => `${ministry} sur votre télévision`,
  description:
    "Les deux chaînes en direct et les dernières vidéos, pour la télévision et sa télécommande.",
  channels: "Chaînes en direct",
  newest: "Dernières vidéos",
  live: "En direct",
  wholeSite: "Site complet",
  otherLanguage: "English",
  menu: "Langue et site",
  platformNotice:
    "Les vidéos sont lues par YouTube (Google), qui n’est contacté que lorsque vous en choisissez une.",
  help: "Choisissez avec les flèches, lancez avec OK, revenez avec Retour.",
  player: {
    loading: "Chargement…",
    failed: "La diffusion ne répond pas. Appuyez sur OK pour réessayer.",
    refused: "Appuyez sur OK pour lancer la lecture.",
    back: "Retour",
    paused: "En pause",
    fileHint: "OK : pause · ◀ ▶ : 10 secondes · ▲ : sous-titres · Retour : revenir",
    channelHint: "OK : pause · ▲ ▼ : autre chaîne · Retour : revenir",
    frameHint: "OK : pause · Retour : revenir",
  },
} satisfies typeof en;

/** Texts of the television page (`/tv`), which the server writes. */
export const tvMessages: Readonly<Record<Language, typeof en>> = { en, fr };

/** What the television page's script says. */
export type TvPlayerTexts = (typeof en)["player"];
