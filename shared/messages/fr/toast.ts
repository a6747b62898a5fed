import type { toast as en } from "#shared/messages/en/toast.ts";

export const toast = {
  dismiss: "Fermer le message",
  signedOutTitle: "Déconnecté",
  signedOutText: "Vous avez bien été déconnecté",
} satisfies typeof en;
