import type { Language } from "#shared/languages.ts";

const en = {
  title: "Statistics",
  intro:
    "How the site is used, counted without names, cookies, addresses or countries. Values below five aren't shown.",
  days: { label: "Period", 1: "Today", 7: "7 days", 28: "28 days" },
  now: {
    title: "Watching now",
    none: "Fewer than 5.",
    people: (count: string) => `About ${count}`,
    few: "Fewer than 5",
  },
  peaks: { title: "Peak viewers", value: "Viewers", key: "Channel" },
  metrics: {
    play: { title: "Plays", most: "Most played", value: "Plays", key: "Video" },
    page: { title: "Page views", most: "Most viewed pages", value: "Views", key: "Page" },
    devotional: {
      title: "Devotional views",
      most: "Devotionals by language",
      value: "Views",
      key: "Language",
    },
    download: {
      title: "Podcast downloads",
      most: "Most downloaded episodes",
      value: "Downloads",
      key: "Episode",
    },
    search: {
      title: "Searches without results",
      most: "Searches without results",
      value: "Searches",
      key: "Words",
    },
  },
  searchText:
    "Words people searched for without a result, five times or more. Numbers and addresses are never stored.",
  elsewhere: "This site's data is in an external project, so only channel viewers are counted.",
  none: "No data for this period.",
  fewMore: (count: string) => `And ${count} more with fewer than five each.`,
  day: "Day",
  hour: "Hour",
  all: "Total",
  fewer: "fewer than 5",
  table: "Show as table",
  download: "Download (CSV)",
  downloadOf: (title: string) => `Download as CSV: ${title}`,
  chart: (title: string, most: string) =>
    `${title}: highest value ${most}. The table below shows all values.`,
  missing: {
    title: "What isn't counted",
    items: [
      "Pages: not counted without JavaScript, with data saver, on TVs, or when left within a second.",
      "Viewers: not counted with data saver, in small windows or on TVs; a hall in front of one screen counts once. The real number is probably higher.",
      "Plays: platform videos count when the player opens, even if no one presses play; our own films count when they start.",
      "The last minute before the server crashed or was killed.",
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
  title: "Statistiques",
  intro:
    "Comment le site est utilisé, mesuré sans noms, cookies, adresses ni pays. Les valeurs inférieures à cinq ne sont pas affichées.",
  days: { label: "Période", 1: "Aujourd’hui", 7: "7 jours", 28: "28 jours" },
  now: {
    title: "Spectateurs en ce moment",
    none: "Moins de 5.",
    people: (count) => `Environ ${count}`,
    few: "Moins de 5",
  },
  peaks: { title: "Pic de spectateurs", value: "Spectateurs", key: "Chaîne" },
  metrics: {
    play: { title: "Lectures", most: "Les plus regardées", value: "Lectures", key: "Vidéo" },
    page: {
      title: "Pages vues",
      most: "Pages les plus vues",
      value: "Vues",
      key: "Page",
    },
    devotional: {
      title: "Méditations vues",
      most: "Méditations par langue",
      value: "Vues",
      key: "Langue",
    },
    download: {
      title: "Téléchargements des podcasts",
      most: "Épisodes les plus téléchargés",
      value: "Téléchargements",
      key: "Épisode",
    },
    search: {
      title: "Recherches sans résultat",
      most: "Recherches sans résultat",
      value: "Recherches",
      key: "Mots",
    },
  },
  searchText:
    "Les mots recherchés sans résultat, cinq fois ou plus. Les numéros et les adresses ne sont jamais enregistrés.",
  elsewhere:
    "Les données de ce site sont dans un projet externe : seuls les spectateurs des chaînes sont comptés.",
  none: "Aucune donnée pour cette période.",
  fewMore: (count) => `Et ${count} de plus, avec moins de cinq chacun.`,
  day: "Jour",
  hour: "Heure",
  all: "Total",
  fewer: "moins de 5",
  table: "Afficher en tableau",
  download: "Télécharger (CSV)",
  downloadOf: (title) => `Télécharger en CSV : ${title}`,
  chart: (title, most) =>
    `${title} : valeur maximale ${most}. Le tableau ci-dessous montre toutes les valeurs.`,
  missing: {
    title: "Ce qui n’est pas compté",
    items: [
      "Pages : non comptées sans JavaScript, avec l’économiseur de données, sur une TV, ou quittées en moins d’une seconde.",
      "Spectateurs : non comptés avec l’économiseur de données, en petite fenêtre ou sur une TV ; une salle devant un écran compte une fois. Le nombre réel est sans doute plus élevé.",
      "Lectures : les vidéos de la plateforme comptent à l’ouverture du lecteur, même sans lecture ; nos propres films comptent quand ils démarrent.",
      "La dernière minute avant un arrêt brutal du serveur.",
    ],
  },
  pageNames: {
    "/": "Accueil",
    "/live-tv": "TV en direct",
    "/video-on-demand": "Vidéos à la demande",
    "/bible": "Bible",
    "/devotional": "Méditation",
    "/search": "Recherche",
    "/privacy-policy": "Politique de confidentialité",
  },
};

/** Texts of the studio's analytics. */
export const analyticsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
