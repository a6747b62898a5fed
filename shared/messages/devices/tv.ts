import type { Language } from "#shared/languages.ts";

const en = {
  title: (ministry: string) => `${ministry} on your TV`,
  description: "Live channels and the newest videos, for the television and its remote control.",
  channels: "Live channels",
  newest: "Newest videos",
  live: "Live",
  offAirBadge: "Off air",
  offAir: "This channel is off the air.",
  nextService: (when: string) => `Next service: ${when}.`,
  wholeSite: "Whole site",
  menu: "Language and site",
  platformNotice: "Videos are played by YouTube (Google), which is asked only when you choose one.",
  help: "Choose with the arrows, play with OK, return with Back.",
  /** Shown by the TV app when the server does not respond. */
  shell: {
    unreachable: "The server cannot be reached. Check the television's connection.",
    tryAgain: "Try again",
  },
  /** Sent to the player's script. */
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

const fr: typeof en = {
  title: (ministry: string) => `${ministry} sur votre télévision`,
  description:
    "Les chaînes en direct et les dernières vidéos, pour la télévision et sa télécommande.",
  channels: "Chaînes en direct",
  newest: "Dernières vidéos",
  live: "En direct",
  offAirBadge: "Hors antenne",
  offAir: "Cette chaîne est hors antenne.",
  nextService: (when: string) => `Prochain culte : ${when}.`,
  wholeSite: "Site complet",
  menu: "Langue et site",
  platformNotice:
    "Les vidéos sont lues par YouTube (Google), qui n’est contacté que lorsque vous en choisissez une.",
  help: "Choisissez avec les flèches, lancez avec OK, revenez avec Retour.",
  shell: {
    unreachable: "Le serveur est injoignable. Vérifiez la connexion du téléviseur.",
    tryAgain: "Réessayer",
  },
  player: {
    loading: "Chargement…",
    failed: "La diffusion ne répond pas. Appuyez sur OK pour réessayer.",
    refused: "Appuyez sur OK pour lancer la lecture.",
    back: "Retour",
    paused: "En pause",
    fileHint: "OK : pause · ◀ ▶ : 10 secondes · ▲ : sous-titres · Retour : revenir",
    channelHint: "OK : pause · ▲ ▼ : autre chaîne · Retour : revenir",
    frameHint: "OK : pause · Retour : revenir",
  },
};

/** Texts of the television page (`/tv`) and of the TV app. */
export const tvMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type TvPlayerTexts = (typeof en)["player"];
