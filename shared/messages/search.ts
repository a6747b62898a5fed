import type { Language } from "#shared/languages.ts";
import { type SearchKind } from "#shared/search/search-address.ts";

const en = {
  title: "Search",
  description: "Search all videos, the daily devotionals, the Bible and the pages of this site.",
  resultsFor: (question: string) => `Results for “${question}”`,
  field: "Search videos, devotionals, the Bible",
  submit: "Search",
  clear: "Clear search",
  close: "Close search",
  suggestions: "Suggestions",
  allResults: (question: string) => `All results for “${question}”`,
  recent: "Recent searches",
  clearRecent: "Clear recent searches",
  recentNote: "Kept on this device only.",
  groups: "Kinds of results",
  everything: "All",
  kinds: {
    videos: "Videos",
    devotionals: "Devotionals",
    bible: "Bible",
    pages: "Pages",
  } as Readonly<Record<SearchKind, string>>,
  suggestionKinds: { reference: "Bible", video: "Video", devotional: "Devotional", page: "Page" },
  showAll: (count: string, kind: string) => `Show all ${count}: ${kind}`,
  firstOf: (shown: string, total: string) => `The best ${shown} of ${total}`,
  found: (count: number, text: string) => (count === 1 ? "1 result" : `${text} results`),
  openBible: (place: string) => `Open ${place} in the Bible`,
  /** @param _isForeign whether the version is in English on a page of another language. */
  bibleVersion: (name: string, _isForeign: boolean) => name,
  wholeBible: "Search on in the Bible",
  searching: "Searching",
  failed: "The search could not be made. Check your connection and try again.",
  tooMany: "Too many searches came from this connection. Please wait a moment and try again.",
  tryAgain: "Try again",
  partial: (kinds: string) => `Not everything could be searched just now. Missing: ${kinds}.`,
  nothing: (question: string) => `Nothing found for “${question}”`,
  nothingHint:
    "Check the spelling, or try fewer or other words. Accents and capitals do not matter.",
  nearest: "The nearest titles",
  browse: "Or look through the categories",
  tooShort: "Write at least two letters.",
  canSearch: "What you can find here",
  examples: {
    title: "For example",
    questions: ["healing", "faith", "John 3:16", "Psalm 23", "prayer"],
  },
  parts: [
    {
      title: "Videos",
      text: "All sermons, prophecies, testimonies, films and songs, by title, subject or category.",
    },
    { title: "Devotionals", text: "By their title, verse or text." },
    { title: "Bible", text: "A place, such as John 3:16, or the words of a verse." },
    { title: "Pages", text: "Live TV, giving, prayer requests, your account." },
  ],
};

const fr: typeof en = {
  title: "Recherche",
  description:
    "Cherchez dans toutes les vidéos, les méditations, la Bible et les pages de ce site.",
  resultsFor: (question: string) => `Résultats pour « ${question} »`,
  field: "Chercher une vidéo, une méditation, un verset",
  submit: "Rechercher",
  clear: "Effacer la recherche",
  close: "Fermer la recherche",
  suggestions: "Suggestions",
  allResults: (question: string) => `Tous les résultats pour « ${question} »`,
  recent: "Recherches récentes",
  clearRecent: "Effacer les recherches récentes",
  recentNote: "Gardées sur cet appareil seulement.",
  groups: "Types de résultats",
  everything: "Tout",
  kinds: { videos: "Vidéos", devotionals: "Méditations", bible: "Bible", pages: "Pages" },
  suggestionKinds: { reference: "Bible", video: "Vidéo", devotional: "Méditation", page: "Page" },
  showAll: (count: string, kind: string) => `Tout afficher (${count}) : ${kind}`,
  firstOf: (shown: string, total: string) => `Les ${shown} meilleurs sur ${total}`,
  found: (count: number, text: string) => (count < 2 ? `${text} résultat` : `${text} résultats`),
  openBible: (place: string) => `Ouvrir ${place} dans la Bible`,
  bibleVersion: (name: string, isForeign: boolean) => (isForeign ? `${name}, en anglais` : name),
  wholeBible: "Continuer la recherche dans la Bible",
  searching: "Recherche en cours",
  failed: "La recherche n’a pas abouti. Vérifiez votre connexion et réessayez.",
  tooMany:
    "Trop de recherches sont venues de cette connexion. Patientez un instant, puis réessayez.",
  tryAgain: "Réessayer",
  partial: (kinds: string) => `Tout n’a pas pu être cherché pour l’instant. Il manque : ${kinds}.`,
  nothing: (question: string) => `Aucun résultat pour « ${question} »`,
  nothingHint:
    "Vérifiez l’orthographe, ou essayez moins de mots ou d’autres. Les accents et les majuscules n’importent pas.",
  nearest: "Les titres les plus proches",
  browse: "Ou parcourez les catégories",
  tooShort: "Écrivez au moins deux lettres.",
  canSearch: "Ce que vous pouvez trouver ici",
  examples: {
    title: "Par exemple",
    questions: ["guérison", "foi", "Jean 3.16", "Psaume 23", "prière"],
  },
  parts: [
    {
      title: "Vidéos",
      text: "Sermons, prophéties, témoignages, films et chants, par titre, sujet ou catégorie.",
    },
    { title: "Méditations", text: "Par leur titre, leur verset ou leur texte." },
    { title: "Bible", text: "Un passage, comme Jean 3.16, ou les mots d’un verset (en anglais)." },
    { title: "Pages", text: "TV en direct, dons, demandes de prière, votre compte." },
  ],
};

/** Texts of search. */
export const searchMessages: Readonly<Record<Language, typeof en>> = { en, fr };
