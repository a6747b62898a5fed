import type { Language } from "#shared/languages.ts";

const en = {
  title: "Bible versions",
  intro:
    "Bible versions stored on this site besides the King James Version. Visitors can read, search and download them without any other service.",
  here: {
    title: "On this site",
    none: "Only the King James Version so far.",
    facts: (verses: string, books: string, size: string) =>
      `${verses} verses in ${books} books, ${size} MB`,
    source: (where: string) => `Source: ${where}`,
    remove: (name: string) => `Remove ${name}`,
    removeTitle: "Remove this version?",
    removeText: (name: string) =>
      `${name} will be removed from the site and the version list. Bookmarks and notes are kept and appear in the other versions.`,
    comesBack:
      "The server's settings include this version, so it will be downloaded again automatically.",
    removeConfirm: "Remove",
  },
  coming: {
    title: "Downloading",
    begins: "Starting in a moment.",
    progress: (done: string, total: string) => `${done} of ${total} books downloaded.`,
    failed: {
      unreachable: "The download service can't be reached.",
      busy: "The download service asked us to wait.",
      garbage: "The service sent something that isn't a Bible text.",
      gone: "The service no longer offers this version.",
      counts: "The download is incomplete, so nothing of it is shown.",
      "non-commercial": "This version's licence forbids commercial use.",
      "unknown-licence": "We can't tell whether this version's licence is free.",
      disk: "The version couldn't be saved on the server's disk.",
    },
    next: (when: string) => `Next automatic try: ${when}.`,
    again: (name: string) => `Try again: ${name}`,
    againLabel: "Try again",
    cancel: (name: string) => `Cancel download: ${name}`,
    cancelLabel: "Cancel",
  },
  offered: {
    title: "Free versions to add",
    intro: "Versions that may be shared freely. A download takes about ten minutes.",
    language: "Language",
    allLanguages: "All languages",
    search: "Name",
    facts: (verses: string, books: string) => `${verses} verses in ${books} books`,
    add: (name: string) => `Add ${name}`,
    addLabel: "Add",
    none: "No free version matches.",
    more: (count: string) => `${count} more: type a name to find them.`,
    failed: "The download service isn't responding. Versions on this site aren't affected.",
  },
  licences: {
    pd: "Public domain",
    cc0: "CC0 (public domain)",
    "cc-by": "CC BY (credit required)",
    "cc-by-sa": "CC BY-SA (credit required)",
    "cc-by-nd": "CC BY-ND (no changes allowed)",
  },
};

const fr: typeof en = {
  title: "Versions de la Bible",
  intro:
    "Les versions de la Bible enregistrées sur ce site, en plus de la King James Version. On peut les lire, y rechercher et les télécharger sans passer par un autre service.",
  here: {
    title: "Sur ce site",
    none: "Pour l’instant, seulement la King James Version.",
    facts: (verses: string, books: string, size: string) =>
      `${verses} versets en ${books} livres, ${size} Mo`,
    source: (where: string) => `Source : ${where}`,
    remove: (name: string) => `Retirer ${name}`,
    removeTitle: "Retirer cette version ?",
    removeText: (name: string) =>
      `${name} sera retirée du site et de la liste des versions. Les signets et les notes sont conservés et apparaissent dans les autres versions.`,
    comesBack:
      "Les réglages du serveur contiennent cette version : elle sera de nouveau téléchargée automatiquement.",
    removeConfirm: "Retirer",
  },
  coming: {
    title: "En cours de téléchargement",
    begins: "Le téléchargement va commencer.",
    progress: (done: string, total: string) => `Livres téléchargés : ${done} sur ${total}.`,
    failed: {
      unreachable: "Le service de téléchargement est injoignable.",
      busy: "Le service de téléchargement nous demande de patienter.",
      garbage: "Le service a envoyé autre chose qu’un texte de la Bible.",
      gone: "Le service ne propose plus cette version.",
      counts: "Le téléchargement est incomplet : rien n’est affiché.",
      "non-commercial": "La licence de cette version interdit l’usage commercial.",
      "unknown-licence": "Impossible de savoir si la licence de cette version est libre.",
      disk: "La version n’a pas pu être enregistrée sur le disque du serveur.",
    },
    next: (when: string) => `Prochain essai automatique : ${when}.`,
    again: (name: string) => `Réessayer : ${name}`,
    againLabel: "Réessayer",
    cancel: (name: string) => `Annuler le téléchargement : ${name}`,
    cancelLabel: "Annuler",
  },
  offered: {
    title: "Versions libres à ajouter",
    intro:
      "Des versions que l’on peut diffuser librement. Un téléchargement prend environ dix minutes.",
    language: "Langue",
    allLanguages: "Toutes les langues",
    search: "Nom",
    facts: (verses: string, books: string) => `${verses} versets en ${books} livres`,
    add: (name: string) => `Ajouter ${name}`,
    addLabel: "Ajouter",
    none: "Aucune version libre ne correspond.",
    more: (count: string) => `${count} autres : saisissez un nom pour les trouver.`,
    failed:
      "Le service de téléchargement ne répond pas. Les versions de ce site ne sont pas concernées.",
  },
  licences: {
    pd: "Domaine public",
    cc0: "CC0 (domaine public)",
    "cc-by": "CC BY (mention de l’auteur)",
    "cc-by-sa": "CC BY-SA (mention de l’auteur)",
    "cc-by-nd": "CC BY-ND (sans modification)",
  },
};

/** Texts of the page of free Bible texts. */
export const bibleTextsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
