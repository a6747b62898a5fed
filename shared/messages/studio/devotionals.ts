import type { Language } from "#shared/languages.ts";
import { en as enDevotionalImport, fr as frDevotionalImport } from "./devotional-import.ts";

const en = {
  title: "Devotionals",
  intro:
    "Every day in each language. A day without a devotional shows one of the 30 built-in ones.",
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
    scheduled: "scheduled",
    draft: "draft, not published",
    missing: "missing",
    past: "none",
  },
  dayLabel: (day: string, state: string, title: string) =>
    title === "" ? `${day}: ${state}` : `${day}: ${state}, "${title}"`,
  legend: "Legend",
  copyMonth: (month: string) => `Fill the gaps from ${month}`,
  copiedMonth: (count: number) => (count === 1 ? "1 day was filled" : `${count} days were filled`),
  copySummary: (count: number, month: string, language: string) =>
    `Devotionals: copied ${count === 1 ? "1 day" : `${count} days`} of ${month} (${language}) from last year`,
  nothingToCopy: "There is nothing to copy",
  nothingToCopyText: (month: string) => `${month} has no devotional for the missing days.`,
  backToMonth: "Back to the month",
  previousDay: "Previous day",
  nextDay: "Next day",
  noSuchDay: "This day doesn't exist.",
  editorTitle: (day: string, language: string) => `Devotional of ${day} (${language})`,
  state: {
    none: "Not published yet",
    ofDay: (day: string) => `Published for ${day}, from midnight in each reader's time zone`,
    published: (time: string) => `Published, readable since ${time}`,
    scheduled: (time: string) => `Scheduled for ${time}`,
  },
  fields: {
    title: "Title",
    verse: "Verse",
    verseHint: 'The text and its reference: "Jesus wept." — John 11:35 (KJV)',
    content: "Text",
    contentHint: "Leave an empty line to start a new paragraph.",
    reflection: "Reflection",
    reflectionHint: "A question for this day. Leave empty to use the standard one.",
  },
  signs: "The text contains characters that can't be displayed. Type it instead of pasting it.",
  toolbar: {
    name: "Formatting",
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
  lengthHint: "200 words ≈ 1 minute",
  appear: {
    label: "Publication",
    atDay: "At the start of the day",
    atDayHint: "At midnight in each reader's time zone.",
    atTime: "At a set time",
    time: "Day and time",
    timeHint: (zone: string) => `In this device's time zone (${zone}).`,
  },
  references: {
    title: "Bible references",
    none: "None yet. Write one such as John 3:16 and it leads to the Bible.",
    checking: (reference: string) => `${reference}: checking...`,
    found: (reference: string) => `${reference}: found`,
    missing: (reference: string, version: string) => `${reference}: verse not found (${version})`,
    noChapter: (reference: string) => `${reference}: chapter not found`,
    failed: (reference: string) => `${reference}: couldn't be checked`,
    show: "Show the text",
    showOf: (reference: string) => `Show the text: ${reference}`,
    insert: "Insert quote",
    version: "Version",
    otherLanguage: (name: string) =>
      `This text is in ${name}; it's only used to check the reference.`,
  },
  preview: {
    title: "Preview",
    untitled: "Untitled",
  },
  copy: {
    lastYear: (day: string) => `Copy from ${day}`,
    language: (name: string) => `Copy the text in ${name}`,
    done: "Copied. Nothing is published yet.",
  },
  takeBack: "Unpublish",
  takenBack: "Devotional unpublished",
  publishSummary: (day: string, language: string, title: string) =>
    `Devotional of ${day} (${language}): ${title}`,
  removeSummary: (day: string, language: string) =>
    `Unpublished the devotional of ${day} (${language})`,
  ...enDevotionalImport,
};

const fr: typeof en = {
  title: "Méditations",
  intro:
    "Chaque jour dans chaque langue. Un jour sans méditation affiche l’une des 30 méditations fournies.",
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
    scheduled: "programmée",
    draft: "brouillon, non publié",
    missing: "manquante",
    past: "aucune",
  },
  dayLabel: (day: string, state: string, title: string) =>
    title === "" ? `${day} : ${state}` : `${day} : ${state}, « ${title} »`,
  legend: "Légende",
  copyMonth: (month: string) => `Compléter avec ${month}`,
  copiedMonth: (count: number) =>
    count === 1 ? "1 jour a été rempli" : `${count} jours ont été remplis`,
  copySummary: (count: number, month: string, language: string) =>
    count < 2
      ? `Méditations : ${count} jour de ${month} (${language}) repris de l’année précédente`
      : `Méditations : ${count} jours de ${month} (${language}) repris de l’année précédente`,
  nothingToCopy: "Il n’y a rien à copier",
  nothingToCopyText: (month: string) => `${month} n’a aucune méditation pour les jours manquants.`,
  backToMonth: "Retour au mois",
  previousDay: "Jour précédent",
  nextDay: "Jour suivant",
  noSuchDay: "Ce jour n’existe pas.",
  editorTitle: (day: string, language: string) => `Méditation du ${day} (${language})`,
  state: {
    none: "Pas encore publiée",
    ofDay: (day: string) =>
      `Publiée pour le ${day}, dès minuit dans le fuseau horaire de chaque lecteur`,
    published: (time: string) => `Publiée, lisible depuis le ${time}`,
    scheduled: (time: string) => `Programmée pour le ${time}`,
  },
  fields: {
    title: "Titre",
    verse: "Verset",
    verseHint: "Le texte et sa référence : « Jésus pleura. » — Jean 11:35 (LSG)",
    content: "Texte",
    contentHint: "Laissez une ligne vide pour commencer un nouveau paragraphe.",
    reflection: "Réflexion",
    reflectionHint: "Une question pour ce jour. Laissez vide pour utiliser la question habituelle.",
  },
  signs:
    "Le texte contient des caractères qui ne peuvent pas être affichés. Saisissez-le au lieu de le coller.",
  toolbar: {
    name: "Mise en forme",
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
  lengthHint: "200 mots ≈ 1 minute",
  appear: {
    label: "Publication",
    atDay: "Au début de la journée",
    atDayHint: "À minuit, dans le fuseau horaire de chaque lecteur.",
    atTime: "À une heure précise",
    time: "Jour et heure",
    timeHint: (zone: string) => `Dans le fuseau horaire de cet appareil (${zone}).`,
  },
  references: {
    title: "Références bibliques",
    none: "Aucune pour l’instant. Écrivez par exemple Jean 3:16 : la référence mène à la Bible.",
    checking: (reference: string) => `${reference} : vérification…`,
    found: (reference: string) => `${reference} : trouvée`,
    missing: (reference: string, version: string) =>
      `${reference} : verset introuvable (${version})`,
    noChapter: (reference: string) => `${reference} : chapitre introuvable`,
    failed: (reference: string) => `${reference} : n’a pas pu être vérifiée`,
    show: "Afficher le texte",
    showOf: (reference: string) => `Afficher le texte : ${reference}`,
    insert: "Insérer la citation",
    version: "Version",
    otherLanguage: (name: string) =>
      `Ce texte est en ${name} ; il sert seulement à vérifier la référence.`,
  },
  preview: {
    title: "Aperçu",
    untitled: "Sans titre",
  },
  copy: {
    lastYear: (day: string) => `Copier depuis le ${day}`,
    language: (name: string) => `Copier le texte en ${name}`,
    done: "Copié. Rien n’est encore publié.",
  },
  takeBack: "Dépublier",
  takenBack: "Méditation dépubliée",
  publishSummary: (day: string, language: string, title: string) =>
    `Méditation du ${day} (${language}) : ${title}`,
  removeSummary: (day: string, language: string) => `Méditation du ${day} (${language}) dépubliée`,
  ...frDevotionalImport,
};

/** Texts of the studio’s devotionals. */
export const devotionalsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
