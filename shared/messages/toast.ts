import type { Language } from "#shared/language.ts";

const en = {
  dismiss: "Dismiss message",
  signedOutTitle: "Signed out",
  signedOutText: "You have been successfully signed out",
};

const fr = {
  dismiss: "Fermer le message",
  signedOutTitle: "Déconnecté",
  signedOutText: "Vous avez bien été déconnecté",
} satisfies typeof en;

/** Words of the messages that come and go, and of those that no page owns. */
export const toastMessages: Readonly<Record<Language, typeof en>> = { en, fr };
