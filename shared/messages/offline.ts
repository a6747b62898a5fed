import type { Language } from "#shared/languages.ts";

const en = {
  offline: "You're offline.",
  server: "Our server isn't responding.",
  whatIsHere: "What you can open",
  needsNetwork: "Needs a connection",
  newVersion: "Update available",
  newVersionText: "Reload the page to update.",
  reload: "Reload",
};

const fr: typeof en = {
  offline: "Vous êtes hors ligne.",
  server: "Notre serveur ne répond pas.",
  whatIsHere: "Contenu disponible",
  needsNetwork: "Connexion nécessaire",
  newVersion: "Mise à jour disponible",
  newVersionText: "Rechargez la page pour l’appliquer.",
  reload: "Recharger",
};

/** Texts of the line about the connection, and of the app's updates. */
export const offlineMessages: Readonly<Record<Language, typeof en>> = { en, fr };
