import type { Language } from "#shared/languages.ts";

const en = {
  signedOutTitle: "Signed out",
  signedOutText: "You have been successfully signed out",
  endedTitle: "You are signed out",
  endedText:
    "This session was ended in another window or on another device, or its time was over. Sign in to go on.",
  heldTitle: "You are signed in until you close this tab",
  heldText:
    "This browser keeps no data of this site: its storage is full or blocked. Closing or reloading the tab signs you out.",
  clockTitle: "This device’s clock is wrong",
  clockText: (length: string, isAhead: boolean) =>
    `It is about ${length} ${isAhead ? "fast" : "slow"}. Let the device set date, time and time zone by itself; until then this site counts by the server’s time.`,
};

const fr: typeof en = {
  signedOutTitle: "Déconnecté",
  signedOutText: "Vous avez bien été déconnecté",
  endedTitle: "Vous êtes déconnecté",
  endedText:
    "Cette session a été fermée dans une autre fenêtre ou sur un autre appareil, ou elle a expiré. Connectez-vous pour continuer.",
  heldTitle: "Vous êtes connecté jusqu’à la fermeture de cet onglet",
  heldText:
    "Ce navigateur ne garde aucune donnée de ce site : son stockage est plein ou bloqué. Fermer ou recharger l’onglet vous déconnecte.",
  clockTitle: "L’horloge de cet appareil n’est pas à l’heure",
  clockText: (length: string, isAhead: boolean) =>
    `Elle ${isAhead ? "avance" : "retarde"} d’environ ${length}. Laissez l’appareil régler lui-même la date, l’heure et le fuseau horaire ; en attendant, ce site compte avec l’heure du serveur.`,
};

/** Texts about the end and the duration of a session. */
export const sessionMessages: Readonly<Record<Language, typeof en>> = { en, fr };
