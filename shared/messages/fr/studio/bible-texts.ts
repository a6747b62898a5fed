export const bibleTexts = {
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
