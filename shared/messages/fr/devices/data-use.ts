import type { dataUse as en } from "#shared/messages/en/devices/data-use.ts";

export const dataUse = {
  title: "Données sur cet appareil",
  saverHint:
    "Des images plus petites, pas de vidéo au-dessus de 360p, et rien ne démarre tout seul.",
  limit: (amount: string) => `S’arrêter à ${amount}`,
  limitHint:
    "Les lecteurs s’arrêtent quand une visite en a consommé autant, et demandent avant de continuer.",
  used: (amount: string, month: string) => `Consommé en ${month} : ${amount}`,
  note: "Compté sur cet appareil pour les lecteurs de ce site, et dit à personne. Les lecteurs des autres, comme YouTube, comptent pour environ 250 Mo par heure.",
} satisfies typeof en;
