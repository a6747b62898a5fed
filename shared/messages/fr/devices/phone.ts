import type { phone as en } from "#shared/messages/en/devices/phone.ts";

export const phone = {
  unreachable: "Le serveur est injoignable",
  hint: "Vérifiez la connexion à Internet. L’application en a besoin pour son premier démarrage.",
  tryAgain: "Réessayer",
  outdated: "Ce téléphone a besoin d’une mise à jour",
  outdatedHint:
    "Mettez à jour « Android System WebView » et « Google Chrome » dans le Play Store, puis rouvrez l’application.",
} satisfies typeof en;
