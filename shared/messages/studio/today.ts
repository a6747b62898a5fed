import type { Language } from "#shared/languages.ts";

const en = {
  title: "Today",
  channelsTitle: "On air",
  service: {
    title: "Next service",
    none: "No service is planned.",
    line: (day: string, zone: string) => `${day} (${zone})`,
    change: "Cancel or move",
  },
  missing: {
    title: "Devotionals of the next 7 days",
    all: (language: string) => `${language}: all 7 days are ready`,
    some: (language: string, count: number) =>
      count === 1 ? `${language}: 1 day is missing` : `${language}: ${count} days are missing`,
    write: (day: string) => `Write ${day}`,
  },
  health: { title: "Site health", more: "See all", well: "Everything else is working." },
};

const fr: typeof en = {
  title: "Aujourd’hui",
  channelsTitle: "À l’antenne",
  service: {
    title: "Prochain culte",
    none: "Aucun culte n’est prévu.",
    line: (day: string, zone: string) => `${day} (${zone})`,
    change: "Annuler ou déplacer",
  },
  missing: {
    title: "Méditations des 7 prochains jours",
    all: (language: string) => `${language} : les 7 jours sont prêts`,
    some: (language: string, count: number) =>
      count === 1 ? `${language} : il manque 1 jour` : `${language} : il manque ${count} jours`,
    write: (day: string) => `Écrire ${day}`,
  },
  health: { title: "État du site", more: "Tout voir", well: "Tout le reste fonctionne." },
};

/** Texts of the studio's dashboard. */
export const todayMessages: Readonly<Record<Language, typeof en>> = { en, fr };
