import type { Language } from "#shared/languages.ts";

const en = {
  title: "Numbers",
  intro:
    "How the site is used, counted without names, cookies, addresses or countries. What happened fewer than five times is not shown.",
  days: { label: "Time", 1: "Today", 7: "7 days", 28: "28 days" },
  now: {
    title: "Watching now",
    none: "Fewer than five, or nobody.",
    people: (count: string) => `About ${count}`,
    few: "Fewer than 5",
  },
  peaks: { title: "Most at the same time", value: "At the same time", key: "Channel" },
  metrics: {
    play: { title: "Plays", most: "Most played", value: "Plays", key: "Video" },
    page: { title: "Pages opened", most: "Most opened pages", value: "Opened", key: "Page" },
    devotional: {
      title: "Devotionals opened",
      most: "Devotionals by language",
      value: "Opened",
      key: "Language",
    },
    search: {
      title: "Searches that found nothing",
      most: "Searches that found nothing",
      value: "Asked",
      key: "Words",
    },
  },
  searchText:
    "Words that people looked for without finding anything. Five times or more; numbers and addresses are never kept.",
  elsewhere:
    "The site’s data is kept by a project elsewhere. There only viewers of the channels are counted.",
  none: "Nothing to show for this time.",
  fewMore: (count: string) => `And ${count} more with fewer than five each.`,
  day: "Day",
  hour: "Hour",
  all: "All together",
  fewer: "fewer than 5",
  table: "As a table",
  download: "Download (CSV)",
  downloadOf: (title: string) => `Download as CSV: ${title}`,
  chart: (title: string, most: string) =>
    `${title}: at most ${most}. The table below has every number.`,
  missing: {
    title: "What is not in these numbers",
    items: [
      "Pages: opened without JavaScript, while saving data, or left within a second; televisions.",
      "Viewers: with data saver, in small windows, on televisions, and a hall behind one screen counts once. So they are rather too low.",
      "Plays: of videos of the platform when the player opens, also if nobody presses play; of the own films when they begin.",
      "The minute before the server was stopped by force.",
    ],
  },
  pageNames: {
    "/": "Home",
    "/live-tv": "Live TV",
    "/video-on-demand": "Video on Demand",
    "/bible": "Bible",
    "/devotional": "Devotional",
    "/search": "Search",
    "/privacy-policy": "Privacy policy",
  },
};

const fr: typeof en = {
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

/** Texts of the studio's analytics. */
export const analyticsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
