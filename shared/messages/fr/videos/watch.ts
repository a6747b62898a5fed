import type { watch as en } from "#shared/messages/en/videos/watch.ts";

export const watch = {
  title: "Historique",
  description: "Les vidéos que vous avez regardées sur cet appareil.",
  signInPrompt: "Veuillez vous connecter pour voir votre historique.",
  signIn: "Se connecter",
  empty: "Aucun historique",
  emptyHint:
    "Les vidéos que vous lancez apparaîtront ici. Elles ne sont gardées que sur cet appareil.",
  browse: "Parcourir les vidéos",
  loading: "Chargement de votre historique",
  count: (count: number) => (count === 1 ? "1 vidéo" : `${count} vidéos`),
  watchedOn: (when: string) => `Regardée le ${when}`,
  watchAgain: "Revoir",
  remove: "Retirer",
  removeOf: (title: string) => `Retirer de l’historique : ${title}`,
  removed: "Vidéo retirée",
  removedText: "La vidéo a été retirée de votre historique.",
  clearAll: "Tout effacer",
  clearTitle: "Effacer votre historique ?",
  clearText:
    "Toutes les vidéos sont retirées de l’historique de cet appareil. Cela ne peut pas être annulé.",
  clearConfirm: "Effacer l’historique",
  cancel: "Annuler",
  close: "Fermer",
  cleared: "Historique effacé",
  clearedText: "Votre historique a été effacé.",
  continueWatching: "Reprendre la lecture",
  resume: "Reprendre :",
} satisfies typeof en;
