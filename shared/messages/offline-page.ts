import type { Language } from "#shared/languages.ts";

const en = {
  title: "Ready on this device",
  description: "Chapters of the Bible, devotionals and lists that open offline.",
  intro: "All of this opens offline and uses no data.",
  reading: "Looking at this device",
  bible: "Bible",
  wholeVersion: "The whole Bible",
  noBible:
    "Chapters that you read are kept here. On the Bible page you can download a whole version while you are connected.",
  openBible: "Open the Bible",
  devotionals: "Devotionals",
  noDevotionals: "Devotionals that you read are kept here.",
  openDevotional: "Open the devotional",
  lists: "Video lists",
  listsHint: "Titles and pictures are here; playing a video needs a connection.",
  noLists: "The video lists that you opened last are kept here.",
};

const fr: typeof en = {
  title: "Disponible sur cet appareil",
  description: "Chapitres de la Bible, méditations et listes qui s’ouvrent hors ligne.",
  intro: "Tout ceci s’ouvre hors ligne et ne consomme pas de données.",
  reading: "Lecture du contenu de l’appareil",
  bible: "Bible",
  wholeVersion: "Toute la Bible",
  noBible:
    "Les chapitres que vous lisez sont gardés ici. Sur la page de la Bible, vous pouvez télécharger une version entière tant que vous êtes connecté.",
  openBible: "Ouvrir la Bible",
  devotionals: "Méditations",
  noDevotionals: "Les méditations que vous lisez sont gardées ici.",
  openDevotional: "Ouvrir la méditation",
  lists: "Listes de vidéos",
  listsHint: "Les titres et les images sont là ; regarder une vidéo demande une connexion.",
  noLists: "Les dernières listes de vidéos ouvertes sont gardées ici.",
};

/** Texts of the page with the content of this device. */
export const offlinePageMessages: Readonly<Record<Language, typeof en>> = { en, fr };
