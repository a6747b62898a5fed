import type { devotionals as en } from "#shared/messages/en/studio/devotionals.ts";

export const devotionals: typeof en = {
  title: "Méditations",
  intro:
    "Chaque jour dans chaque langue. Un jour sans méditation montre l’une des trente du produit.",
  import: "Importer un fichier",
  previousMonth: "Mois précédent",
  nextMonth: "Mois suivant",
  thisMonth: "Ce mois-ci",
  grid: (language: string, month: string) => `${language}, ${month}`,
  holes: (count: number) => {
    if (count === 0) return "Il ne manque rien";
    return count === 1 ? "Il manque 1 jour" : `Il manque ${count} jours`;
  },
  states: {
    published: "publiée",
    scheduled: "paraîtra plus tard",
    draft: "brouillon, non publié",
    missing: "manquante",
    past: "aucune",
  },
  dayLabel: (day: string, state: string, title: string) =>
    title === "" ? `${day} : ${state}` : `${day} : ${state}, « ${title} »`,
  legend: "Ce que disent les signes",
  copyMonth: (month: string) => `Combler les trous avec ${month}`,
  copiedMonth: (count: number) =>
    count === 1 ? "1 jour a été rempli" : `${count} jours ont été remplis`,
  copySummary: (count: number, month: string, language: string) =>
    `Méditations : ${count} jours de ${month} (${language}) repris de l’année d’avant`,
  nothingToCopy: "Il n’y a rien à copier",
  nothingToCopyText: (month: string) =>
    `Pour les jours qui manquent ici, ${month} n’a aucune méditation.`,

  backToMonth: "Retour au mois",
  previousDay: "Jour précédent",
  nextDay: "Jour suivant",
  noSuchDay: "Ce jour n’existe pas.",
  editorTitle: (day: string, language: string) => `Méditation du ${day} (${language})`,
  state: {
    none: "Pas encore publiée",
    published: (time: string) => `Publiée, lisible depuis le ${time}`,
    scheduled: (time: string) => `Publiée, lisible à partir du ${time}`,
  },
  fields: {
    title: "Titre",
    verse: "Verset",
    verseHint: "Les mots et leur place : « Jésus pleura. » — Jean 11:35 (LSG)",
    content: "Texte",
    contentHint: "Une ligne vide commence un nouveau paragraphe.",
    reflection: "Réflexion",
    reflectionHint: "Une question pour ce jour. Vide : la question de tous les jours.",
  },
  signs: "Il y a des signes qui ne peuvent pas être affichés. Tapez le texte au lieu de le coller.",
  toolbar: {
    name: "Mettre le texte en forme",
    emphasis: "Italique",
    strong: "Gras",
    quote: "Citation",
    list: "Liste",
    link: "Lien",
    words: "texte",
  },
  length: (words: number, minutes: number) => {
    const count = words < 2 ? `${words} mot` : `${words} mots`;
    return minutes === 0 ? count : `${count}, environ ${minutes} min d’écoute`;
  },
  lengthHint: "200 mots font une minute.",
  appear: {
    label: "Quand elle paraît",
    atDay: "Quand le jour commence",
    atDayHint: "À minuit ce jour-là, où que soit le lecteur.",
    atTime: "À une heure choisie",
    time: "Jour et heure",
    timeHint: (zone: string) => `À l’horloge de cet appareil (${zone}).`,
  },
  references: {
    title: "Références bibliques",
    none: "Aucune pour l’instant. Écrivez par exemple Jean 3:16 : la référence mène à la Bible.",
    checking: (reference: string) => `${reference} : vérification en cours`,
    found: (reference: string) => `${reference} : trouvée`,
    missing: (reference: string, version: string) =>
      `${reference} : ce verset n’existe pas (${version})`,
    noChapter: (reference: string) => `${reference} : ce chapitre n’existe pas`,
    failed: (reference: string) => `${reference} : n’a pas pu être vérifiée`,
    show: "Montrer le texte",
    showOf: (reference: string) => `Montrer le texte : ${reference}`,
    insert: "Le citer dans le texte",
    version: "Version",
    otherLanguage: (name: string) => `Le texte est en ${name} ; ici, il sert à vérifier seulement.`,
  },
  preview: {
    title: "Comme un lecteur la voit",
    untitled: "Encore sans titre",
  },
  copy: {
    lastYear: (day: string) => `Partir du ${day}`,
    language: (name: string) => `Partir du texte en ${name}`,
    done: "Copié. Rien n’est encore publié.",
  },
  takeBack: "Retirer",
  takenBack: "La méditation n’est plus publiée",
  publishSummary: (day: string, language: string, title: string) =>
    `Méditation du ${day} (${language}) : ${title}`,
  removeSummary: (day: string, language: string) => `Méditation du ${day} (${language}) retirée`,

  file: {
    title: "Importer des méditations",
    intro:
      "Choisissez un fichier JSON ou un tableau enregistré en CSV. Vous voyez chaque jour avant que rien ne soit publié, et vous pouvez tout annuler d’un coup.",
    columns:
      "Colonnes : date (ou jour), titre, verset, texte ; si vous voulez, langue, réflexion et publication.",
    month: "Mois, quand une ligne ne donne que le jour",
    language: "Langue, quand une ligne n’en nomme pas",
    choose: "Choisir un fichier",
    faults: {
      type: "Choisissez un fichier dont le nom finit par .json ou .csv. Un tableur s’enregistre en CSV.",
      size: "Le fichier peut avoir 4 Mo au plus.",
      syntax: "Ce fichier n’est pas du JSON valide.",
      array: "Le JSON doit être un tableau",
      count: "Un fichier peut contenir 800 jours au plus.",
      columns:
        "La première ligne doit nommer les colonnes : au moins date ou jour, titre et texte.",
      empty: "Il n’y a aucun jour dans ce fichier.",
    },
    found: (good: number, bad: number) => {
      const days = good < 2 ? `${good} jour est prêt` : `${good} jours sont prêts`;
      if (bad === 0) return `${days}.`;
      return bad === 1 ? `${days}, 1 a un défaut.` : `${days}, ${bad} ont un défaut.`;
    },
    dateOrder: "Comment les dates de ce fichier sont-elles écrites ?",
    dateOrderText: (date: string) =>
      `Aucune ne montre si le jour ou le mois est en premier. Quel jour est le ${date} ?`,
    existing: "Jours déjà publiés",
    choices: {
      add: "Ajouter",
      replace: "Remplacer",
      keep: "Garder ce qui est publié",
      skip: "Laisser de côté",
    },
    table: "Jours du fichier",
    place: (line: number, title: string) =>
      title === "" ? `Ligne ${line}` : `Ligne ${line} : ${title}`,
    choiceOf: (day: string) => `Que faire du ${day}`,
    noDay: "Aucun jour",
    fault: {
      item: "Ce n’est pas une méditation.",
      day: "Ce jour n’existe pas. Écrivez-le 2026-11-23 ou 23/11/2026.",
      language: "Une langue que ce site n’a pas.",
      twice: (line: number) => `Le même jour est déjà à la ligne ${line}.`,
      missing: (field: string) => `${field} : manque.`,
      long: (field: string) => `${field} : trop long.`,
      signs: (field: string) => `${field} : contient des signes qui ne peuvent pas être affichés.`,
      text: (field: string) => `${field} : doit être un texte.`,
      time: "L’heure de parution ne peut pas être lue. Écrivez-la 2026-11-23T06:00:00Z.",
    },
    publish: (count: number) =>
      count < 2 ? `Publier ${count} méditation` : `Publier ${count} méditations`,
    publishing: "Publication…",
    done: (count: number) =>
      count === 1 ? "1 méditation est publiée" : `${count} méditations sont publiées`,
    summary: (count: number) =>
      count === 1 ? "1 méditation importée" : `${count} méditations importées`,
    conflict: "Quelqu’un vient de changer l’un de ces jours",
    conflictText:
      "Rien n’a été importé. Le tableau est à jour maintenant : regardez-le et publiez de nouveau.",
    looking: "Lecture de ce qui est publié…",
  },
};
