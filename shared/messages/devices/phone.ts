import type { Language } from "#shared/languages.ts";

const en = {
  unreachable: "The server cannot be reached",
  hint: "Check the connection to the internet. The app needs it for its first start.",
  tryAgain: "Try again",
  outdated: "This phone needs an update",
  outdatedHint:
    "Update “Android System WebView” and “Google Chrome” in the Play Store, then open the app again.",
};

const fr: typeof en = {
  unreachable: "Le serveur est injoignable",
  hint: "Vérifiez la connexion à Internet. L’application en a besoin pour son premier démarrage.",
  tryAgain: "Réessayer",
  outdated: "Ce téléphone a besoin d’une mise à jour",
  outdatedHint:
    "Mettez à jour « Android System WebView » et « Google Chrome » dans le Play Store, puis rouvrez l’application.",
};

/** Texts that only the native app shows. */
export const phoneMessages: Readonly<Record<Language, typeof en>> = { en, fr };
