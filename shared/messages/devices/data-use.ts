import type { Language } from "#shared/languages.ts";

const en = {
  title: "Data on this device",
  saverHint: "Smaller pictures, no video above 360p, and nothing starts by itself.",
  limit: (amount: string) => `Stop at ${amount}`,
  limitHint: "Players stop when a visit has used that much, and ask before they go on.",
  used: (amount: string, month: string) => `Used in ${month}: ${amount}`,
  note: "Counted on this device for the players of this site, and told to nobody. Players of others, such as YouTube, count as about 250 MB an hour.",
};

const fr: typeof en = {
  title: "Données sur cet appareil",
  saverHint:
    "Des images plus petites, pas de vidéo au-dessus de 360p, et rien ne démarre tout seul.",
  limit: (amount: string) => `S’arrêter à ${amount}`,
  limitHint:
    "Les lecteurs s’arrêtent quand une visite en a consommé autant, et demandent avant de continuer.",
  used: (amount: string, month: string) => `Consommé en ${month} : ${amount}`,
  note: "Compté sur cet appareil pour les lecteurs de ce site, et dit à personne. Les lecteurs des autres, comme YouTube, comptent pour environ 250 Mo par heure.",
};

/** Texts of the data usage panel. */
export const dataUseMessages: Readonly<Record<Language, typeof en>> = { en, fr };
