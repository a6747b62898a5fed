import type { Language } from "#shared/languages.ts";
import { type SearchKind } from "#shared/search/search-address.ts";

const en = {
  title: "Search",
  description: "Search all videos, the daily devotionals, the Bible and the pages of this site.",
  resultsFor: (question: string) => `Results for "${question}"`,
  field: "Search the site",
  submit: "Search",
  clear: "Clear search",
  close: "Close search",
  suggestions: "Suggestions",
  allResults: (question: string) => `All results for "${question}"`,
  recent: "Recent searches",
  clearRecent: "Clear recent searches",
  recentNote: "Saved on this device only.",
  groups: "Result types",
  everything: "All",
  kinds: {
    videos: "Videos",
    devotionals: "Devotionals",
    bible: "Bible",
    pages: "Pages",
  } as Readonly<Record<SearchKind, string>>,
  suggestionKinds: { reference: "Bible", video: "Video", devotional: "Devotional", page: "Page" },
  showAll: (count: string, kind: string) => `Show all ${count}: ${kind}`,
  firstOf: (shown: string, total: string) => `Top ${shown} of ${total}`,
  found: (count: number, text: string) => (count === 1 ? "1 result" : `${text} results`),
  openBible: (place: string) => `Open ${place} in the Bible`,
  /** @param _isForeign whether the version is in English on a page of another language. */
  bibleVersion: (name: string, _isForeign: boolean) => name,
  wholeBible: "See all Bible results",
  searching: "Searching",
  failed: "Search failed. Check your connection and try again.",
  tooMany: "Too many searches. Wait a moment and try again.",
  tryAgain: "Try again",
  partial: (kinds: string) => `Some results are missing right now: ${kinds}.`,
  nothing: (question: string) => `No results for "${question}"`,
  nothingHint:
    "Check the spelling, or try fewer or other words. Accents and capitals don't matter.",
  nearest: "Closest titles",
  browse: "Or browse the categories",
  tooShort: "Enter at least 2 letters.",
  canSearch: "What you can search",
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
    { title: "Bible", text: "A reference, such as John 3:16, or words from a verse." },
    { title: "Pages", text: "Live TV, giving, prayer requests, your account." },
  ],
};

const fr: typeof en = {
  title: "Recherche",
  description: "Recherchez dans les vidéos, les méditations, la Bible et les pages de ce site.",
  resultsFor: (question: string) => `Résultats pour « ${question} »`,
  field: "Rechercher sur le site",
  submit: "Rechercher",
  clear: "Effacer la recherche",
  close: "Fermer la recherche",
  suggestions: "Suggestions",
  allResults: (question: string) => `Tous les résultats pour « ${question} »`,
  recent: "Recherches récentes",
  clearRecent: "Effacer les recherches récentes",
  recentNote: "Enregistrées sur cet appareil uniquement.",
  groups: "Types de résultats",
  everything: "Tout",
  kinds: { videos: "Vidéos", devotionals: "Méditations", bible: "Bible", pages: "Pages" },
  suggestionKinds: { reference: "Bible", video: "Vidéo", devotional: "Méditation", page: "Page" },
  showAll: (count: string, kind: string) => `Tout afficher (${count}) : ${kind}`,
  firstOf: (shown: string, total: string) => `${shown} premiers résultats sur ${total}`,
  found: (count: number, text: string) => (count < 2 ? `${text} résultat` : `${text} résultats`),
  openBible: (place: string) => `Ouvrir ${place} dans la Bible`,
  bibleVersion: (name: string, isForeign: boolean) => (isForeign ? `${name}, en anglais` : name),
  wholeBible: "Voir tous les résultats dans la Bible",
  searching: "Recherche en cours",
  failed: "La recherche a échoué. Vérifiez votre connexion, puis réessayez.",
  tooMany: "Trop de recherches. Patientez un instant, puis réessayez.",
  tryAgain: "Réessayer",
  partial: (kinds: string) => `Certains résultats manquent pour l’instant : ${kinds}.`,
  nothing: (question: string) => `Aucun résultat pour « ${question} »`,
  nothingHint:
    "Vérifiez l’orthographe, ou essayez moins de mots ou d’autres. Les accents et les majuscules n’importent pas.",
  nearest: "Titres proches",
  browse: "Ou parcourez les catégories",
  tooShort: "Saisissez au moins 2 lettres.",
  canSearch: "Ce que vous pouvez rechercher",
  examples: {
    title: "Par exemple",
    questions: ["guérison", "foi", "Jean 3:16", "Psaume 23", "prière"],
  },
  parts: [
    {
      title: "Vidéos",
      text: "Sermons, prophéties, témoignages, films et chants, par titre, sujet ou catégorie.",
    },
    { title: "Méditations", text: "Par leur titre, leur verset ou leur texte." },
    {
      title: "Bible",
      text: "Une référence, comme Jean 3:16, ou les mots d’un verset (en anglais).",
    },
    { title: "Pages", text: "TV en direct, dons, demandes de prière, votre compte." },
  ],
};

/** Texts of search. */
export const searchMessages: Readonly<Record<Language, typeof en>> = { en, fr };
