import type { search as en } from "#shared/messages/en/search.ts";

export const search = {
  title: "Recherche",
  description:
    "Cherchez dans toutes les vidéos, les méditations, la Bible et les pages de ce site.",
  resultsFor: (question: string) => `Résultats pour « ${question} »`,
  field: "Chercher une vidéo, une méditation, un verset",
  submit: "Rechercher",
  clear: "Effacer la recherche",
  close: "Fermer la recherche",
  suggestions: "Suggestions",
  allResults: (question: string) => `Tous les résultats pour « ${question} »`,
  recent: "Recherches récentes",
  clearRecent: "Effacer les recherches récentes",
  recentNote: "Gardées sur cet appareil seulement.",
  groups: "Types de résultats",
  everything: "Tout",
  kinds: { videos: "Vidéos", devotionals: "Méditations", bible: "Bible", pages: "Pages" },
  suggestionKinds: { reference: "Bible", video: "Vidéo", devotional: "Méditation", page: "Page" },
  showAll: (count: string, kind: string) => `Tout afficher (${count}) : ${kind}`,
  firstOf: (shown: string, total: string) => `Les ${shown} meilleurs sur ${total}`,
  found: (count: number, text: string) => (count < 2 ? `${text} résultat` : `${text} résultats`),
  openBible: (place: string) => `Ouvrir ${place} dans la Bible`,
  bibleVersion: "King James Version, en anglais",
  wholeBible: "Continuer la recherche dans la Bible",
  searching: "Recherche en cours",
  failed: "La recherche n’a pas abouti. Vérifiez votre connexion et réessayez.",
  tooMany:
    "Trop de recherches sont venues de cette connexion. Patientez un instant, puis réessayez.",
  tryAgain: "Réessayer",
  partial: (parts: string) => `Tout n’a pas pu être cherché pour l’instant. Il manque : ${parts}.`,
  nothing: (question: string) => `Aucun résultat pour « ${question} »`,
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
} satisfies typeof en;
