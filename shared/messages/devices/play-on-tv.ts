import type { Language } from "#shared/languages.ts";

const en = {
  playOnTv: "Play on TV",
  playOn: (name: string) => `Play on TV: ${name}`,
  close: "Close",
  codeHelp: (address: string) => `On your TV, open ${address}. Enter the six-digit code it shows.`,
  code: "Code on the TV",
  connect: "Connect",
  connecting: "Connecting...",
  platform: "On the TV this video plays from YouTube (Google).",
  failures: {
    code: "This code is wrong or has expired. Check the code on the TV.",
    many: "Too many attempts. Wait a moment and try again.",
    network: "The server can't be reached. Check your connection.",
    unplayable: "This can't be played on the TV.",
    ended: "The TV is disconnected. Enter its code to connect again.",
    failed: "Something went wrong. Please try again.",
  },
  states: {
    idle: "Nothing is playing. Choose a channel or video, then Play on TV.",
    loading: "Loading on the TV...",
    playing: "Playing on the TV",
    paused: "Paused on the TV",
    refused: "Press OK on the TV's remote control to start.",
    failed: "The TV can't play this at the moment. It will keep trying.",
    off: "This channel is off air.",
  },
  away: "The TV isn't responding. Is it still on?",
  connected: "Connected to the TV",
  bar: "Playing on TV",
  openRemote: "Open the TV remote",
  nextChannel: "Next channel",
  previousChannel: "Previous channel",
  louder: "Volume up",
  quieter: "Volume down",
  continueHere: "Continue on this phone",
  disconnect: "Disconnect",
};

const fr: typeof en = {
  playOnTv: "Lire sur la télé",
  playOn: (name) => `Lire sur la télé : ${name}`,
  close: "Fermer",
  codeHelp: (address) =>
    `Sur votre télé, ouvrez ${address}. Saisissez le code à six chiffres qu’elle affiche.`,
  code: "Code affiché sur la télé",
  connect: "Connecter",
  connecting: "Connexion…",
  platform: "Sur la télé, cette vidéo est lue depuis YouTube (Google).",
  failures: {
    code: "Ce code est incorrect ou a expiré. Vérifiez le code sur la télé.",
    many: "Trop de tentatives. Patientez un instant, puis réessayez.",
    network: "Serveur injoignable. Vérifiez votre connexion.",
    unplayable: "La télé ne peut pas lire ce contenu.",
    ended: "La télé est déconnectée. Saisissez son code pour vous reconnecter.",
    failed: "Une erreur s’est produite. Réessayez.",
  },
  states: {
    idle: "Rien en lecture. Choisissez une chaîne ou une vidéo, puis « Lire sur la télé ».",
    loading: "Chargement sur la télé…",
    playing: "En lecture sur la télé",
    paused: "En pause sur la télé",
    refused: "Appuyez sur OK sur la télécommande de la télé pour démarrer.",
    failed: "La télé ne peut pas lire ce contenu pour le moment. Elle continue d’essayer.",
    off: "Cette chaîne n’émet pas en ce moment.",
  },
  away: "La télé ne répond pas. Est-elle encore allumée ?",
  connected: "Connecté à la télé",
  bar: "En lecture sur la télé",
  openRemote: "Ouvrir la télécommande",
  nextChannel: "Chaîne suivante",
  previousChannel: "Chaîne précédente",
  louder: "Augmenter le volume",
  quieter: "Baisser le volume",
  continueHere: "Continuer sur ce téléphone",
  disconnect: "Déconnecter",
};

/** Texts of the phone that controls a television page. */
export const playOnTvMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type PlayOnTvTexts = typeof en;
