import type { toast as en } from "#shared/messages/en/toast.ts";

export const toast = {
  dismiss: "Fermer le message",
  signedOutTitle: "Déconnecté",
  signedOutText: "Vous avez bien été déconnecté",
  endedTitle: "Vous êtes déconnecté",
  endedText:
    "Cette session a été fermée dans une autre fenêtre ou sur un autre appareil, ou elle a expiré. Connectez-vous pour continuer.",
} satisfies typeof en;
