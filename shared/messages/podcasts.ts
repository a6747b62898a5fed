import type { Language } from "#shared/languages.ts";

const en = {
  title: "Podcasts",
  description: "Listen in your podcast app: every new episode arrives by itself.",
  intro:
    "Follow us in the podcast app that you already use. New episodes arrive by themselves, and you can listen to them offline.",
  shows: { sermons: "Sermons", devotionals: "Devotionals", music: "Music" },
  about: {
    sermons: "Sermons and services of the ministry, as sound.",
    devotionals: "Short devotionals to listen to.",
    music: "Worship and music of the ministry.",
  },
  episodes: (count: number): string => (count === 1 ? "1 episode" : `${count} episodes`),
  openIn: "Open in",
  copy: "Copy the feed's address",
  copied: 'Address copied. Paste it in your podcast app, under "Add by URL".',
  copyFailed: "Couldn't copy. Here is the address:",
  empty: "No episode has been published yet. Sermons appear here soon after the service.",
  failed: "The podcasts could not be loaded.",
  retry: "Try again",
  donate: "Donate",
  watchLive: "Watch live",
};

const fr: typeof en = {
  title: "Podcasts",
  description:
    "Écoutez dans votre application de podcasts : chaque nouvel épisode arrive tout seul.",
  intro:
    "Suivez-nous dans l’application de podcasts que vous utilisez déjà. Les nouveaux épisodes arrivent tout seuls et s’écoutent hors ligne.",
  shows: { sermons: "Prédications", devotionals: "Méditations", music: "Musique" },
  about: {
    sermons: "Les prédications et les cultes du ministère, en audio.",
    devotionals: "De courtes méditations à écouter.",
    music: "La louange et la musique du ministère.",
  },
  episodes: (count) => (count <= 1 ? `${count} épisode` : `${count} épisodes`),
  openIn: "Ouvrir dans",
  copy: "Copier l’adresse du flux",
  copied: "Adresse copiée. Collez-la dans votre application de podcasts, sous « Ajouter par URL ».",
  copyFailed: "La copie n’a pas fonctionné. Voici l’adresse :",
  empty: "Aucun épisode n’est encore publié. Les prédications paraissent ici peu après le culte.",
  failed: "Les podcasts n’ont pas pu être chargés.",
  retry: "Réessayer",
  donate: "Faire un don",
  watchLive: "Regarder en direct",
};

/** Texts of the page of podcasts, and of the feeds themselves. */
export const podcastMessages: Readonly<Record<Language, typeof en>> = { en, fr };
