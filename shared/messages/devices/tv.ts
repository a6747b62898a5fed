import type { Language } from "#shared/languages.ts";

const en = {
  title: (ministry: string) => `${ministry} on your TV`,
  description: "Live channels and the latest videos, for your TV and remote control.",
  channels: "Live channels",
  newest: "Latest videos",
  live: "Live",
  offAirBadge: "Off air",
  offAir: "This channel is off air.",
  nextService: (when: string) => `Next service: ${when}.`,
  wholeSite: "Full site",
  menu: "Language and site",
  platformNotice:
    "Videos play from YouTube (Google). Nothing is loaded from YouTube until you choose one.",
  help: "Choose with the arrows, play with OK, go back with Back.",
  pairing: {
    /** Followed by the code. */
    how: (address: string) =>
      `To play from your phone, tap "Play on TV" there or open ${address}, and enter:`,
    label: "Phone remote",
  },
  /** Shown by the TV app when the server does not respond. */
  shell: {
    unreachable: "Can't reach the server. Check your TV's connection.",
    tryAgain: "Try again",
  },
  /** Sent to the player's script. */
  player: {
    loading: "Loading...",
    failed: "This isn't responding. Press OK to try again.",
    refused: "Press OK to play.",
    back: "Back",
    paused: "Paused",
    fileHint: "OK: pause · ◀ ▶: 10 seconds · ▲: captions · Back: exit",
    channelHint: "OK: pause · ▲ ▼: other channel · Back: exit",
    frameHint: "OK: pause · Back: exit",
    broadcastHint: "OK: pause · ◀ ▶: 10 seconds · ▼: from the beginning, live · Back: exit",
    broadcastChannelHint:
      "OK: pause · ◀ ▶: 10 seconds · ▼: from the beginning, live · ▲: other channel · Back: exit",
    fromBeginning: "From the beginning",
    goLive: "Go to live",
    live: "Live",
    /** Distance to the live edge, as "12:30". */
    behind: "{time} behind live",
    controlled: "Controlled by a phone",
    disconnect: "Disconnect the phone",
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
  offAir: "Cette chaîne n’émet pas en ce moment.",
  nextService: (when: string) => `Prochain culte : ${when}.`,
  wholeSite: "Site complet",
  menu: "Langue et site",
  platformNotice:
    "Les vidéos sont lues depuis YouTube (Google). Rien n’est chargé depuis YouTube avant que vous en choisissiez une.",
  help: "Flèches pour choisir, OK pour lire, Retour pour revenir.",
  pairing: {
    how: (address: string) =>
      `Pour lire depuis votre téléphone, touchez « Lire sur la télé » ou ouvrez ${address}, puis saisissez :`,
    label: "Commande par téléphone",
  },
  shell: {
    unreachable: "Serveur injoignable. Vérifiez la connexion de votre TV.",
    tryAgain: "Réessayer",
  },
  player: {
    loading: "Chargement…",
    failed: "La diffusion ne répond pas. Appuyez sur OK pour réessayer.",
    refused: "Appuyez sur OK pour lire.",
    back: "Retour",
    paused: "En pause",
    fileHint: "OK : pause · ◀ ▶ : 10 secondes · ▲ : sous-titres · Retour : quitter",
    channelHint: "OK : pause · ▲ ▼ : autre chaîne · Retour : quitter",
    frameHint: "OK : pause · Retour : quitter",
    broadcastHint:
      "OK : pause · ◀ ▶ : 10 secondes · ▼ : depuis le début, direct · Retour : quitter",
    broadcastChannelHint:
      "OK : pause · ◀ ▶ : 10 secondes · ▼ : depuis le début, direct · ▲ : autre chaîne · Retour : quitter",
    fromBeginning: "Depuis le début",
    goLive: "Revenir au direct",
    live: "En direct",
    behind: "{time} de retard sur le direct",
    controlled: "Commandé par un téléphone",
    disconnect: "Déconnecter le téléphone",
  },
};

/** Texts of the television page (`/tv`) and of the TV app. */
export const tvMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type TvPlayerTexts = (typeof en)["player"];
