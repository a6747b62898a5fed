export const today = {
  title: "Aujourd’hui",
  channels: {
    title: "À l’antenne",
    state: {
      live: "À l’antenne",
      rerun: "Diffuse la vidéothèque en continu",
      scheduled: "Attend son heure",
      offline: "Rien n’est diffusé en ce moment",
      down: "La source ne répond pas",
      unknown: "La source ne dit pas si elle diffuse",
      off: "Hors antenne : les visiteurs voient une carte à la place",
    },
    backUp: "C’est la source de secours qui est diffusée.",
    goOff: "Hors antenne",
    goOn: "À l’antenne",
    useBackUp: "Passer au secours",
    useSource: "Revenir à la source principale",
    of: (act: string, channel: string) => `${act} : ${channel}`,
    done: {
      off: (channel: string) => `${channel} est hors antenne`,
      on: (channel: string) => `${channel} est à l’antenne`,
      backUp: (channel: string) => `${channel} diffuse sa source de secours`,
      source: (channel: string) => `${channel} diffuse sa source principale`,
    },
    watching: (count: string) => `Environ ${count} personnes regardent.`,
  },
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
