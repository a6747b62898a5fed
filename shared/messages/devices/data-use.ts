import type { Language } from "#shared/languages.ts";

const en = {
  title: "Data usage",
  saverHint: "Smaller pictures, video up to 360p, and nothing plays automatically.",
  limit: (amount: string) => `Pause at ${amount}`,
  limitHint: "When a visit has used this much data, players pause and ask before they continue.",
  used: (amount: string, month: string) => `Used in ${month}: ${amount}`,
  note: "Counted on this device for this site's players, and never shared. External players such as YouTube count as about 250 MB an hour.",
};

const fr: typeof en = {
  title: "Consommation de données",
  saverHint: "Images plus petites, vidéos limitées à 360p, aucune lecture automatique.",
  limit: (amount: string) => `Mettre en pause à ${amount}`,
  limitHint:
    "Quand une visite a consommé cette quantité, les lecteurs se mettent en pause et demandent avant de continuer.",
  used: (amount: string, month: string) => `Consommé en ${month} : ${amount}`,
  note: "Calculé sur cet appareil pour les lecteurs de ce site, et communiqué à personne. Les lecteurs externes, comme YouTube, comptent pour environ 250 Mo par heure.",
};

/** Texts of the data usage panel. */
export const dataUseMessages: Readonly<Record<Language, typeof en>> = { en, fr };
