import type { Language } from "#shared/languages.ts";
import { en as enDevotionalImport, fr as frDevotionalImport } from "./devotional-import.ts";

const en = {
  title: "Devotionals",
  intro:
    "Each day in each language. A day without a devotional shows one of the thirty of the product.",
  import: "Import a file",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  thisMonth: "This month",
  grid: (language: string, month: string) => `${language}, ${month}`,
  holes: (count: number) => {
    if (count === 0) return "Nothing is missing";
    return count === 1 ? "1 day is missing" : `${count} days are missing`;
  },
  states: {
    published: "published",
    scheduled: "appears later",
    draft: "draft, not published",
    missing: "missing",
    past: "none",
  },
  dayLabel: (day: string, state: string, title: string) =>
    title === "" ? `${day}: ${state}` : `${day}: ${state}, “${title}”`,
  legend: "What the signs mean",
  copyMonth: (month: string) => `Fill the gaps from ${month}`,
  copiedMonth: (count: number) => (count === 1 ? "1 day was filled" : `${count} days were filled`),
  copySummary: (count: number, month: string, language: string) =>
    `Devotionals: filled ${count} days of ${month} (${language}) from the year before`,
  nothingToCopy: "There is nothing to copy",
  nothingToCopyText: (month: string) =>
    `For the days that are missing here, ${month} has no devotional.`,
  backToMonth: "Back to the month",
  previousDay: "Previous day",
  nextDay: "Next day",
  noSuchDay: "There is no such day.",
  editorTitle: (day: string, language: string) => `Devotional of ${day} (${language})`,
  state: {
    none: "Not published yet",
    published: (time: string) => `Published, readable since ${time}`,
    scheduled: (time: string) => `Published, readable from ${time}`,
  },
  fields: {
    title: "Title",
    verse: "Verse",
    verseHint: "The words and where they stand: “Jesus wept.” — John 11:35 (KJV)",
    content: "Text",
    contentHint: "An empty line begins a new paragraph.",
    reflection: "Reflection",
    reflectionHint: "A question for the day. Empty: the question that all days have.",
  },
  signs: "It holds signs that cannot be shown. Type it anew instead of pasting it.",
  toolbar: {
    name: "Format the text",
    emphasis: "Italic",
    strong: "Bold",
    quote: "Quotation",
    list: "List",
    link: "Link",
    words: "text",
  },
  length: (words: number, minutes: number) => {
    const count = words === 1 ? "1 word" : `${words} words`;
    return minutes === 0 ? count : `${count}, about ${minutes} min to listen to`;
  },
  lengthHint: "200 words are one minute.",
  appear: {
    label: "When it appears",
    atDay: "When the day begins",
    atDayHint: "At its midnight, wherever the reader is.",
    atTime: "At a time of its own",
    time: "Day and time",
    timeHint: (zone: string) => `On the clock of this device (${zone}).`,
  },
  references: {
    title: "Bible references",
    none: "None yet. Write one such as John 3:16 and it leads to the Bible.",
    checking: (reference: string) => `${reference}: looking it up`,
    found: (reference: string) => `${reference}: found`,
    missing: (reference: string, version: string) =>
      `${reference}: there is no such verse (${version})`,
    noChapter: (reference: string) => `${reference}: there is no such chapter`,
    failed: (reference: string) => `${reference}: could not be looked up`,
    show: "Show the text",
    showOf: (reference: string) => `Show the text: ${reference}`,
    insert: "Quote it in the text",
    version: "Version",
    otherLanguage: (name: string) => `The text is in ${name}; it is only checked here.`,
  },
  preview: {
    title: "As a follower sees it",
    untitled: "Without a title yet",
  },
  copy: {
    lastYear: (day: string) => `Start from ${day}`,
    language: (name: string) => `Start from the text in ${name}`,
    done: "Copied. Nothing is published yet.",
  },
  takeBack: "Take back",
  takenBack: "The devotional is no longer published",
  publishSummary: (day: string, language: string, title: string) =>
    `Devotional of ${day} (${language}): ${title}`,
  removeSummary: (day: string, language: string) =>
    `Took back the devotional of ${day} (${language})`,
  ...enDevotionalImport,
};

const fr: typeof en = {
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
  ...frDevotionalImport,
};

/** Texts of the studio’s devotionals. */
export const devotionalsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
