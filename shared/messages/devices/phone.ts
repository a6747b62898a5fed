import type { Language } from "#shared/languages.ts";

const en = {
  unreachable: "Can't reach the server",
  hint: "Check your internet connection. The app needs it the first time it opens.",
  tryAgain: "Try again",
  outdated: "This phone needs an update",
  outdatedHint:
    'Update "Android System WebView" and "Google Chrome" in the Play Store, then open the app again.',
};

const fr: typeof en = {
  unreachable: "Serveur injoignable",
  hint: "Vérifiez votre connexion Internet. L’application en a besoin à la première ouverture.",
  tryAgain: "Réessayer",
  outdated: "Une mise à jour du téléphone est nécessaire",
  outdatedHint:
    "Mettez à jour « Android System WebView » et « Google Chrome » dans le Play Store, puis rouvrez l’application.",
};

/** Texts that only the native app shows. */
export const phoneMessages: Readonly<Record<Language, typeof en>> = { en, fr };
