import type { Language } from "#shared/language.ts";

const en = {
  title: "Watch History",
  description: "The videos that you have watched on this device.",
  signInPrompt: "Please sign in to view your watch history.",
  signIn: "Sign In",
  empty: "No Watch History",
  emptyHint: "Videos that you start will appear here. They are kept on this device only.",
  browse: "Browse videos",
  loading: "Loading your watch history",
  count: (count: number) => (count === 1 ? "1 video" : `${count} videos`),
  watchedOn: (when: string) => `Watched ${when}`,
  watchAgain: "Watch Again",
  watchAgainOf: (title: string) => `Watch again: ${title}`,
  remove: "Remove",
  removeOf: (title: string) => `Remove from history: ${title}`,
  removed: "Video removed",
  removedText: "The video has been removed from your watch history.",
  clearAll: "Clear All",
  clearTitle: "Clear your watch history?",
  clearText: "All videos are removed from the history on this device. This cannot be undone.",
  clearConfirm: "Clear history",
  cancel: "Cancel",
  close: "Close",
  cleared: "History cleared",
  clearedText: "Your watch history has been cleared.",
  continueWatching: "Continue watching",
  resume: "Continue watching:",
};

const fr = {
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
  watchAgainOf: (title: string) => `Revoir : ${title}`,
  remove: "Retirer",
  removeOf: (title: string) => `Retirer de l’historique : ${title}`,
  removed: "Vidéo retirée",
  removedText: "La vidéo a été retirée de votre historique.",
  clearAll: "Tout effacer",
  clearTitle: "Effacer votre historique ?",
  clearText:
    "Toutes les vidéos sont retirées de l’historique de cet appareil. Cela ne peut pas être annulé.",
  clearConfirm: "Effacer l’historique",
  cancel: "Annuler",
  close: "Fermer",
  cleared: "Historique effacé",
  clearedText: "Votre historique a été effacé.",
  continueWatching: "Reprendre la lecture",
  resume: "Reprendre :",
} satisfies typeof en;

/** Texts of the watch history and of going on where one left. */
export const watchMessages: Readonly<Record<Language, typeof en>> = { en, fr };
