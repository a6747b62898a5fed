import type { Language } from "#shared/languages.ts";

const en = {
  title: "Bible texts",
  intro:
    "Whole texts that this site holds besides the King James Version. They are read, searched and kept on phones without asking anybody else.",
  here: {
    title: "On this site",
    none: "Only the King James Version so far.",
    facts: (verses: string, books: string, size: string) =>
      `${verses} verses in ${books} books, ${size} MB`,
    source: (where: string) => `Source: ${where}`,
    remove: (name: string) => `Remove ${name}`,
    removeTitle: "Remove this text?",
    removeText: (name: string) =>
      `${name} goes from the site and from the selector. Bookmarks and notes stay where they are and show in the other texts.`,
    comesBack: "The settings of the server name this text: it is fetched again by itself.",
    removeConfirm: "Remove",
  },
  coming: {
    title: "On their way",
    begins: "It begins in a moment.",
    progress: (done: string, total: string) => `${done} of ${total} books are here.`,
    failed: {
      unreachable: "The service of free texts could not be reached.",
      busy: "The service of free texts asked us to wait.",
      garbage: "The service answered with something that is no text of the Bible.",
      gone: "The service does not have this text any more.",
      counts: "What came is not the whole text, so nothing of it is shown.",
      "non-commercial": "The licence of this text forbids commercial use.",
      "unknown-licence": "The licence of this text is not known to be free.",
      disk: "The text could not be written to the disk of the server.",
    },
    next: (when: string) => `Tried again by itself: ${when}.`,
    again: (name: string) => `Try again: ${name}`,
    againLabel: "Try again",
    cancel: (name: string) => `Do not fetch ${name}`,
    cancelLabel: "Do not fetch",
  },
  offered: {
    title: "Free texts to add",
    intro:
      "Texts that their owners give away. A text comes whole, which takes about ten minutes, and stays.",
    language: "Language",
    allLanguages: "All languages",
    search: "Name",
    facts: (verses: string, books: string) => `${verses} verses in ${books} books`,
    add: (name: string) => `Add ${name}`,
    addLabel: "Add",
    none: "No free text of this name in this language.",
    more: (count: string) => `${count} more: type a name to find them.`,
    failed: "The service of free texts does not answer now. What is on this site is not touched.",
  },
  licences: {
    pd: "Public domain",
    cc0: "CC0, given to the public",
    "cc-by": "CC BY, with its owner’s name",
    "cc-by-sa": "CC BY-SA, with its owner’s name",
    "cc-by-nd": "CC BY-ND, shown unchanged",
  },
};

const fr: typeof en = {
  title: "Textes de la Bible",
  intro:
    "Les textes entiers que ce site possède en plus de la King James Version. On les lit, on y cherche et on les garde sur son téléphone sans rien demander à personne.",
  here: {
    title: "Sur ce site",
    none: "Pour l’instant, seulement la King James Version.",
    facts: (verses: string, books: string, size: string) =>
      `${verses} versets en ${books} livres, ${size} Mo`,
    source: (where: string) => `Source : ${where}`,
    remove: (name: string) => `Retirer ${name}`,
    removeTitle: "Retirer ce texte ?",
    removeText: (name: string) =>
      `${name} disparaît du site et du choix des versions. Les signets et les notes restent à leur place et se voient dans les autres textes.`,
    comesBack: "Les réglages du serveur nomment ce texte : il sera repris de lui-même.",
    removeConfirm: "Retirer",
  },
  coming: {
    title: "En chemin",
    begins: "Cela commence dans un instant.",
    progress: (done: string, total: string) => `${done} livres sur ${total} sont là.`,
    failed: {
      unreachable: "Le service de textes libres est injoignable.",
      busy: "Le service de textes libres nous a demandé d’attendre.",
      garbage: "Le service a répondu par autre chose qu’un texte de la Bible.",
      gone: "Le service n’a plus ce texte.",
      counts: "Ce qui est arrivé n’est pas le texte entier : rien n’en est montré.",
      "non-commercial": "La licence de ce texte interdit l’usage commercial.",
      "unknown-licence": "On ne sait pas si la licence de ce texte est libre.",
      disk: "Le texte n’a pas pu être écrit sur le disque du serveur.",
    },
    next: (when: string) => `Prochain essai de lui-même : ${when}.`,
    again: (name: string) => `Réessayer : ${name}`,
    againLabel: "Réessayer",
    cancel: (name: string) => `Ne pas prendre ${name}`,
    cancelLabel: "Ne pas prendre",
  },
  offered: {
    title: "Textes libres à ajouter",
    intro:
      "Des textes que leurs auteurs offrent à tous. Un texte arrive entier, en dix minutes environ, et reste.",
    language: "Langue",
    allLanguages: "Toutes les langues",
    search: "Nom",
    facts: (verses: string, books: string) => `${verses} versets en ${books} livres`,
    add: (name: string) => `Ajouter ${name}`,
    addLabel: "Ajouter",
    none: "Aucun texte libre de ce nom dans cette langue.",
    more: (count: string) => `Encore ${count} : tapez un nom pour les trouver.`,
    failed:
      "Le service de textes libres ne répond pas pour l’instant. Ce qui est sur ce site n’est pas touché.",
  },
  licences: {
    pd: "Domaine public",
    cc0: "CC0, offert à tous",
    "cc-by": "CC BY, avec le nom de son auteur",
    "cc-by-sa": "CC BY-SA, avec le nom de son auteur",
    "cc-by-nd": "CC BY-ND, montré sans changement",
  },
};

/** Texts of the page of free Bible texts. */
export const bibleTextsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
