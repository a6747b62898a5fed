import type { Language } from "#shared/languages.ts";

const en = {
  offline: "You are offline.",
  server: "Our server does not answer.",
  whatIsHere: "What you can open",
  needsNetwork: "Needs a connection",
  newVersion: "A new version is ready",
  newVersionText: "Reload when it suits you.",
  reload: "Reload",
};

const fr: typeof en = {
  offline: "Vous êtes hors connexion.",
  server: "Notre serveur ne répond pas.",
  whatIsHere: "Contenu disponible",
  needsNetwork: "Connexion nécessaire",
  newVersion: "Une nouvelle version est prête",
  newVersionText: "Rechargez la page quand vous le souhaitez.",
  reload: "Recharger",
};

/** Texts of the line about the connection, and of the app's updates. */
export const offlineMessages: Readonly<Record<Language, typeof en>> = { en, fr };
