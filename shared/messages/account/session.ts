import type { Language } from "#shared/languages.ts";

const en = {
  signedOutTitle: "Signed out",
  signedOutText: "You have been successfully signed out",
  endedTitle: "You're signed out",
  endedText:
    "You signed out in another window or on another device, or your session expired. Sign in to continue.",
  heldTitle: "You're signed in until you close this tab",
  heldText:
    "This browser can't save data for this site: its storage is full or blocked. Closing or reloading the tab signs you out.",
  clockTitle: "This device's clock is wrong",
  clockText: (length: string, isAhead: boolean) =>
    `It's about ${length} ${isAhead ? "fast" : "slow"}. Turn on automatic date, time and time zone. Until then this site uses the server's time.`,
};

const fr: typeof en = {
  signedOutTitle: "Déconnecté",
  signedOutText: "Vous avez bien été déconnecté",
  endedTitle: "Vous êtes déconnecté",
  endedText:
    "Vous vous êtes déconnecté dans une autre fenêtre ou sur un autre appareil, ou votre session a expiré. Connectez-vous pour continuer.",
  heldTitle: "Vous êtes connecté jusqu’à la fermeture de cet onglet",
  heldText:
    "Ce navigateur ne peut pas enregistrer les données de ce site : son stockage est plein ou bloqué. Fermer ou recharger l’onglet vous déconnecte.",
  clockTitle: "L’horloge de cet appareil n’est pas à l’heure",
  clockText: (length: string, isAhead: boolean) =>
    `Elle ${isAhead ? "avance" : "retarde"} d’environ ${length}. Activez le réglage automatique de la date, de l’heure et du fuseau horaire. En attendant, ce site utilise l’heure du serveur.`,
};

/** Texts about the end and the duration of a session. */
export const sessionMessages: Readonly<Record<Language, typeof en>> = { en, fr };
