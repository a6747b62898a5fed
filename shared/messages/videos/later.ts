import type { Language } from "#shared/languages.ts";

const en = {
  title: "Watch later",
  description: "Videos that you keep for later, and where you stopped.",
  loading: "Loading your list",
  keep: "Watch later",
  keepOf: (title: string) => `Watch later: ${title}`,
  kept: "Kept for later",
  keptText: "You find it under Watch later.",
  notKept: "This browser keeps nothing: the list lasts as long as this page is open.",
  empty: "Nothing kept for later",
  emptyHint:
    "Press “Watch later” below a video. The list stays on this device, and goes with your account when you are signed in.",
  browse: "Browse videos",
  untitled: "A video without a name",
  removeOf: (title: string) => `Remove from this list: ${title}`,
  removed: "Removed from the list",
  undo: "Undo",
  places: "Where you stopped",
  placesHint: "Only you see this. Signed in, it is the same on all your devices.",
  placeOf: (moment: string, length: string) => `${moment} of ${length}`,
  forgetOf: (title: string) => `Forget where I stopped: ${title}`,
  forgetAll: "Forget all places",
  forgotten: "Forgotten",
  pausePlaces: "Pause recording",
  placesPaused:
    "Paused: this device no longer keeps where you stop in a video. The list of what you watched goes on.",
  elsewhere: "On another device",
  goOnAt: (moment: string, where: string) => `Continue at ${moment} (${where})`,
  onDevice: (device: string, when: string) => `${device}, ${when}`,
  devices: { phone: "phone", tablet: "tablet", television: "television", computer: "computer" },
  stayHere: "Stay here",
};

const fr: typeof en = {
  title: "À regarder plus tard",
  description: "Les vidéos que vous gardez pour plus tard, et là où vous vous êtes arrêté.",
  loading: "Chargement de votre liste",
  keep: "Plus tard",
  keepOf: (title: string) => `Plus tard : ${title}`,
  kept: "Gardée pour plus tard",
  keptText: "Vous la retrouvez dans À regarder plus tard.",
  notKept: "Ce navigateur ne garde rien : la liste dure tant que cette page est ouverte.",
  empty: "Rien de gardé pour plus tard",
  emptyHint:
    "Appuyez sur « Plus tard » sous une vidéo. La liste reste sur cet appareil, et suit votre compte quand vous êtes connecté.",
  browse: "Parcourir les vidéos",
  untitled: "Une vidéo sans nom",
  removeOf: (title: string) => `Retirer de cette liste : ${title}`,
  removed: "Retirée de la liste",
  undo: "Annuler",
  places: "Là où vous vous êtes arrêté",
  placesHint: "Vous seul le voyez. Une fois connecté, c’est pareil sur tous vos appareils.",
  placeOf: (moment: string, length: string) => `${moment} sur ${length}`,
  forgetOf: (title: string) => `Oublier où je me suis arrêté : ${title}`,
  forgetAll: "Oublier tous les endroits",
  forgotten: "Oublié",
  pausePlaces: "Suspendre l’enregistrement",
  placesPaused:
    "En pause : cet appareil ne retient plus où vous vous arrêtez dans une vidéo. La liste de ce que vous avez regardé continue.",
  elsewhere: "Sur un autre appareil",
  goOnAt: (moment: string, where: string) => `Reprendre à ${moment} (${where})`,
  onDevice: (device: string, when: string) => `${device}, ${when}`,
  devices: {
    phone: "téléphone",
    tablet: "tablette",
    television: "télévision",
    computer: "ordinateur",
  },
  stayHere: "Rester ici",
};

/** Texts of the list "Watch later" and of saved playback positions. */
export const laterMessages: Readonly<Record<Language, typeof en>> = { en, fr };
