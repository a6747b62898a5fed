export const today = {
  title: "Aujourd’hui",
  channelsTitle: "À l’antenne",
  service: {
    title: "Prochain culte",
    none: "Aucun culte n’est prévu.",
    line: (day: string, zone: string) => `${day} (${zone})`,
    change: "Annuler ou déplacer celui-ci",
  },
  missing: {
    title: "Méditations des 7 prochains jours",
    all: (language: string) => `${language} : les 7 jours sont prêts`,
    some: (language: string, count: number) =>
      count === 1 ? `${language} : il manque 1 jour` : `${language} : il manque ${count} jours`,
    write: (day: string) => `Écrire ${day}`,
  },
  lights: { title: "État", more: "Tout voir", well: "Tout le reste va bien." },
};
