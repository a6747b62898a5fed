import type { Language } from "#shared/languages.ts";

const en = {
  title: "Watch later",
  description: "Videos you saved for later, and where you stopped.",
  loading: "Loading your list",
  keep: "Watch later",
  keepOf: (title: string) => `Watch later: ${title}`,
  kept: "Added to Watch later",
  keptText: "Find it under Watch later.",
  notKept: "This browser can't save your list. It'll be lost when you close this page.",
  empty: "Your list is empty",
  emptyHint:
    'Tap "Watch later" below a video to save it here. Your list stays on this device, and on your account when you\'re signed in.',
  browse: "Browse videos",
  untitled: "Untitled video",
  removeOf: (title: string) => `Remove from this list: ${title}`,
  removed: "Removed from the list",
  undo: "Undo",
  places: "Where you stopped",
  placesHint: "Only you can see this. When you're signed in, it's the same on all your devices.",
  placeOf: (moment: string, length: string) => `${moment} of ${length}`,
  forgetOf: (title: string) => `Clear position: ${title}`,
  forgetAll: "Clear my positions",
  forgotten: "Position cleared",
  pausePlaces: "Pause saving positions",
  placesPaused:
    "Paused: this device no longer saves where you stop in a video. Your watch history is still saved.",
  elsewhere: "On another device",
  goOnAt: (moment: string, where: string) => `Continue at ${moment} (${where})`,
  onDevice: (device: string, when: string) => `${device}, ${when}`,
  devices: { phone: "phone", tablet: "tablet", television: "TV", computer: "computer" },
  stayHere: "Stay here",
};

const fr: typeof en = {
  title: "À regarder plus tard",
  description: "Vos vidéos à regarder plus tard, et là où vous vous êtes arrêté.",
  loading: "Chargement de votre liste",
  keep: "Plus tard",
  keepOf: (title: string) => `À regarder plus tard : ${title}`,
  kept: "Ajoutée à votre liste",
  keptText: "Retrouvez-la dans À regarder plus tard.",
  notKept:
    "Ce navigateur ne peut pas enregistrer votre liste. Elle sera perdue à la fermeture de cette page.",
  empty: "Votre liste est vide",
  emptyHint:
    "Touchez « Plus tard » sous une vidéo pour l’enregistrer ici. Votre liste reste sur cet appareil, et dans votre compte si vous êtes connecté.",
  browse: "Parcourir les vidéos",
  untitled: "Vidéo sans titre",
  removeOf: (title: string) => `Retirer de cette liste : ${title}`,
  removed: "Retirée de la liste",
  undo: "Annuler l’action",
  places: "Là où vous vous êtes arrêté",
  placesHint:
    "Vous seul pouvez le voir. Si vous êtes connecté, la liste est la même sur tous vos appareils.",
  placeOf: (moment: string, length: string) => `${moment} sur ${length}`,
  forgetOf: (title: string) => `Effacer la position : ${title}`,
  forgetAll: "Effacer mes positions",
  forgotten: "Position effacée",
  pausePlaces: "Ne plus enregistrer les positions",
  placesPaused:
    "En pause : cet appareil n’enregistre plus où vous vous arrêtez dans une vidéo. Votre historique reste enregistré.",
  elsewhere: "Sur un autre appareil",
  goOnAt: (moment: string, where: string) => `Reprendre à ${moment} (${where})`,
  onDevice: (device: string, when: string) => `${device}, ${when}`,
  devices: {
    phone: "téléphone",
    tablet: "tablette",
    television: "TV",
    computer: "ordinateur",
  },
  stayHere: "Rester ici",
};

/** Texts of the list "Watch later" and of saved playback positions. */
export const laterMessages: Readonly<Record<Language, typeof en>> = { en, fr };
