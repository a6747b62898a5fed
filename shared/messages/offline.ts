import type { Language } from "#shared/language.ts";

const en = {
  offline: "You are offline. What you opened before is still here.",
  newVersion: "A new version is ready",
  newVersionText: "Reload when it suits you.",
  reload: "Reload",
};

const fr = {
  offline: "Vous êtes hors connexion. Ce que vous avez déjà ouvert reste disponible.",
  newVersion: "Une nouvelle version est prête",
  newVersionText: "Rechargez la page quand vous le souhaitez.",
  reload: "Recharger",
} satisfies typeof en;

/** Texts of the app without a connection and of its updates. */
export const offlineMessages: Readonly<Record<Language, typeof en>> = { en, fr };
