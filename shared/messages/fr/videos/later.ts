import type { later as en } from "#shared/messages/en/videos/later.ts";

export const later = {
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
} satisfies typeof en;
