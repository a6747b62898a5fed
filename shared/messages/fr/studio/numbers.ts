import type { numbers as en } from "#shared/messages/en/studio/numbers.ts";

export const numbers: typeof en = {
  title: "Chiffres",
  intro:
    "Comment le site est utilisé, compté sans noms, cookies, adresses ni pays. Ce qui est arrivé moins de cinq fois n’est pas montré.",
  days: { label: "Période", 1: "Aujourd’hui", 7: "7 jours", 28: "28 jours" },
  now: {
    title: "Devant l’écran en ce moment",
    none: "Moins de cinq, ou personne.",
    people: (count) => `Environ ${count}`,
    few: "Moins de 5",
  },
  peaks: { title: "Le plus en même temps", value: "En même temps", key: "Chaîne" },
  metrics: {
    play: { title: "Lectures", most: "Les plus regardées", value: "Lectures", key: "Vidéo" },
    page: {
      title: "Pages ouvertes",
      most: "Les pages les plus ouvertes",
      value: "Ouvertures",
      key: "Page",
    },
    devotional: {
      title: "Méditations ouvertes",
      most: "Méditations par langue",
      value: "Ouvertures",
      key: "Langue",
    },
    search: {
      title: "Recherches sans résultat",
      most: "Recherches sans résultat",
      value: "Demandes",
      key: "Mots",
    },
  },
  searchText:
    "Les mots cherchés sans que rien soit trouvé. Cinq fois ou plus ; les numéros et les adresses ne sont jamais gardés.",
  elsewhere:
    "Les données du site sont gardées par un projet hébergé ailleurs. Là, seuls les spectateurs des chaînes sont comptés.",
  none: "Rien à montrer pour cette période.",
  fewMore: (count) => `Et ${count} de plus, avec moins de cinq chacun.`,
  day: "Jour",
  hour: "Heure",
  all: "Tout ensemble",
  fewer: "moins de 5",
  table: "En tableau",
  download: "Télécharger (CSV)",
  downloadOf: (title) => `Télécharger en CSV : ${title}`,
  chart: (title, most) => `${title} : ${most} au plus. Le tableau ci-dessous a tous les chiffres.`,
  missing: {
    title: "Ce qui manque dans ces chiffres",
    items: [
      "Pages : ouvertes sans JavaScript, en économisant les données, ou quittées en moins d’une seconde ; téléviseurs.",
      "Spectateurs : avec l’économie de données, en petite fenêtre, sur un téléviseur ; une salle devant un seul écran compte une fois. Les chiffres sont donc plutôt trop bas.",
      "Lectures : pour les vidéos de la plateforme quand le lecteur s’ouvre, même si personne ne lance la lecture ; pour les films du site quand ils commencent.",
      "La minute avant un arrêt forcé du serveur.",
    ],
  },
  pageNames: {
    "/": "Accueil",
    "/live-tv": "TV en direct",
    "/video-on-demand": "Vidéo à la demande",
    "/bible": "Bible",
    "/devotional": "Méditation",
    "/search": "Recherche",
    "/privacy-policy": "Politique de confidentialité",
  },
};
