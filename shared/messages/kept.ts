import type { Language } from "#shared/languages.ts";

const en = {
  keep: "Keep on this device",
  keepShort: "Keep",
  kinds: { sound: "Sound", picture: "Video (240p)" },
  keepOf: (title: string, kind: string, size: string) =>
    `Keep on this device: ${title}, ${kind}, ${size}`,
  kept: "Kept on this device",
  arrived: (part: string, whole: string) => `${part} of ${whole}`,
  progressOf: (title: string) => `Download: ${title}`,
  inQueue: (whole: string) => `In the queue, ${whole}`,
  stalled: "Waiting for a connection",
  pausedAt: (part: string, whole: string) => `Paused at ${part} of ${whole}`,
  pause: (title: string) => `Pause the download: ${title}`,
  resume: (title: string) => `Resume the download: ${title}`,
  cancel: (title: string) => `Cancel the download: ${title}`,
  remove: (title: string) => `Delete from this device: ${title}`,
  full: (needed: string, free: string) =>
    `This takes ${needed}, but only ${free} is free on this device. Delete something you've kept to make space.`,
  fullUnknown:
    "Nothing was kept: this device has no space left, or your browser doesn't allow storage.",
  gone: "Nothing was kept: this file is no longer available.",
  limit: "Paused: you've reached your data limit.",
  free: (amount: string) => `${amount} free on this device`,
  title: "Kept to listen and watch",
  empty: 'Open a video and tap "Keep on this device". It then plays here offline.',
  openVideos: "Open the videos",
  used: (amount: string) => `${amount} used`,
  playShort: "Play",
  play: (title: string, kind: string) => `Play: ${title}, ${kind}`,
  keptOn: (date: string) => `kept on ${date}`,
  deleteAfter: { sound: "Delete after listening", picture: "Delete after watching" },
  deleteAfterOf: (text: string, title: string) => `${text}: ${title}`,
  close: "Close",
  playFailed: "This video can't be played. Delete it and keep it again.",
  safari:
    "Safari may delete these files if you don't open this site for 7 days. Add it to your Home Screen to keep them.",
};

const fr: typeof en = {
  keep: "Garder sur cet appareil",
  keepShort: "Garder",
  kinds: { sound: "Son", picture: "Vidéo (240p)" },
  keepOf: (title, kind, size) => `Garder sur cet appareil : ${title}, ${kind}, ${size}`,
  kept: "Gardé sur cet appareil",
  arrived: (part, whole) => `${part} sur ${whole}`,
  progressOf: (title) => `Téléchargement : ${title}`,
  inQueue: (whole) => `En file d’attente, ${whole}`,
  stalled: "En attente d’une connexion",
  pausedAt: (part, whole) => `En pause à ${part} sur ${whole}`,
  pause: (title) => `Mettre le téléchargement en pause : ${title}`,
  resume: (title) => `Reprendre le téléchargement : ${title}`,
  cancel: (title) => `Annuler le téléchargement : ${title}`,
  remove: (title) => `Supprimer de cet appareil : ${title}`,
  full: (needed, free) =>
    `Il faut ${needed}, mais il ne reste que ${free} sur cet appareil. Supprimez un contenu gardé pour libérer de l’espace.`,
  fullUnknown:
    "Rien n’a été gardé : l’appareil n’a plus d’espace, ou votre navigateur n’autorise pas le stockage.",
  gone: "Rien n’a été gardé : ce fichier n’est plus disponible.",
  limit: "En pause : vous avez atteint votre limite de données.",
  free: (amount) => `${amount} libres sur cet appareil`,
  title: "Gardé pour écouter et regarder",
  empty:
    "Ouvrez une vidéo et touchez « Garder sur cet appareil ». Elle se lit ensuite ici hors ligne.",
  openVideos: "Ouvrir les vidéos",
  used: (amount) => `${amount} utilisés`,
  playShort: "Lire",
  play: (title, kind) => `Lire : ${title}, ${kind}`,
  keptOn: (date) => `gardé le ${date}`,
  deleteAfter: { sound: "Supprimer après l’écoute", picture: "Supprimer après le visionnage" },
  deleteAfterOf: (text, title) => `${text} : ${title}`,
  close: "Fermer",
  playFailed: "Cette vidéo ne peut pas être lue. Supprimez-la et gardez-la de nouveau.",
  safari:
    "Safari peut supprimer ces fichiers si vous n’ouvrez pas ce site pendant 7 jours. Ajoutez-le à l’écran d’accueil pour les garder.",
};

/** Texts of media that are kept on the device. */
export const keptMessages: Readonly<Record<Language, typeof en>> = { en, fr };
