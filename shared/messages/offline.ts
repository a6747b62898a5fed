import type { Language } from "#shared/languages.ts";

const en = {
  offline: "You are offline. What you opened before is still here.",
  server: "Our server does not answer at the moment. What you opened before is still here.",
  newVersion: "A new version is ready",
  newVersionText: "Reload when it suits you.",
  reload: "Reload",
};

const fr: typeof en = {
  offline: "Vous êtes hors connexion. Ce que vous avez déjà ouvert reste disponible.",
  server:
    "Notre serveur ne répond pas pour le moment. Ce que vous avez déjà ouvert reste disponible.",
  newVersion: "Une nouvelle version est prête",
  newVersionText: "Rechargez la page quand vous le souhaitez.",
  reload: "Recharger",
};

/** Texts of the app's offline notices and of its updates. */
export const offlineMessages: Readonly<Record<Language, typeof en>> = { en, fr };
