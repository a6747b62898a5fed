import type { session as en } from "#shared/messages/en/account/session.ts";

export const session = {
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
} satisfies typeof en;
