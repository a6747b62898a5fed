import type { Language } from "#shared/languages.ts";

const en = {
  list: {
    watch: "Watch",
    vodTitle: "Video on Demand",
    vodDescription: "Sermons, prophecies, testimonies, films and music: choose a category.",
    searchCategories: "Search categories...",
    noCategories: (term: string) => `No categories found matching "${term}"`,
    categoryCount: (count: number) => (count === 1 ? "1 category" : `${count} categories`),
    backToVideos: "Back to Video on Demand",
    totalVideos: "Total videos:",
    filtered: "Filtered:",
    pageOf: (page: number, total: number) => `Page ${page} of ${total}`,
    refresh: "Refresh",
    refreshing: "Refreshing",
    searchVideos: "Search videos...",
    clearSearch: "Clear search",
    noVideos: (term: string) => `No videos found matching "${term}"`,
    filters: {
      all: "Filters",
      names: { lang: "Language", year: "Year", length: "Length" },
      any: { lang: "All languages", year: "All years", length: "Any length" },
      lengths: {
        short: "Under 5 minutes",
        medium: "5 to 20 minutes",
        long: "Over 20 minutes",
      },
      option: (name: string, count: string) => `${name} (${count})`,
      apply: "Apply",
      clear: "Clear filters",
      nothing: "No videos match these filters.",
    },
    searchSite: "Search the whole site",
    otherCategories: "Categories",
    podcasts: "Podcasts",
    loadingTitle: "Loading amazing content...",
    loadingDetail: "Fetching all videos from playlist...",
    listError: (message: string) =>
      `Unable to load videos. Showing placeholder content. Error: ${message}`,
    /** The function's own sentence is English and complete. */
    fetchFailed: (cause: string, ownWords: string | null) =>
      ownWords ?? `Failed to fetch YouTube videos: ${cause}`,
    causes: {
      server_down: "our server isn't responding",
      no_response: "our server can't be reached",
      too_many_requests: "too many requests came from this connection",
      unreadable: "our server isn't responding",
      refused: "the server refused the request",
      unexpected: "something unexpected happened",
      quota_exceeded: "YouTube isn't available right now",
      budget_spent: "YouTube isn't available right now",
      key_refused: "YouTube isn't available right now",
      playlist_not_found: "this playlist doesn't exist",
      rate_limited: "YouTube isn't available right now",
      timeout: "YouTube isn't responding",
      unreachable: "YouTube can't be reached",
      bad_answer: "YouTube isn't available right now",
      upstream_failed: "YouTube has a problem",
      resting: "YouTube isn't responding",
      not_configured: "no playlist has been set up yet",
    },
    notOnDevice: "This list isn't on your device yet. Try again when the connection is back.",
    placeholder: (title: string) => `${title} Content Coming Soon`,
    updatedAgo: (when: string) => `Updated ${when}`,
    pagination: "Pages",
    previous: "Previous",
    next: "Next",
    goToPage: (page: number) => `Go to page ${page}`,
    announcementsHeading: "Ministry Announcements",
  },
  categories: {
    sermons: {
      title: "Sermons",
      description: "Messages from the Word of God to build your faith.",
    },
    prophecies: {
      title: "Prophecies",
      description: "Prophetic words spoken over nations, churches and families.",
    },
    "prophecy-confirmations": {
      title: "Prophecy Confirmations",
      description: "Prophecies and the events that confirmed them.",
    },
    testimonies: {
      title: "Testimonies",
      description: "People tell what God has done in their lives.",
    },
    "personal-prophecies": {
      title: "Personal Prophecies",
      description: "Personal words of encouragement and direction.",
    },
    humanitarian: {
      title: "Humanitarian",
      description: "The love of Christ in action: our work among people in need.",
    },
    movies: {
      title: "Movies",
      description: "Faith-filled films for the whole family.",
    },
    music: {
      title: "Music",
      description: "Worship and praise to lift your heart.",
    },
    announcements: {
      title: "Announcements",
      description: "News, events and notices from the ministry.",
    },
  },
};

const fr: typeof en = {
  list: {
    watch: "Regarder",
    vodTitle: "Vidéos à la demande",
    vodDescription:
      "Sermons, prophéties, témoignages, films et musique : choisissez une catégorie.",
    searchCategories: "Rechercher une catégorie…",
    noCategories: (term: string) => `Aucune catégorie ne correspond à « ${term} »`,
    categoryCount: (count: number) => (count < 2 ? `${count} catégorie` : `${count} catégories`),
    backToVideos: "Retour aux vidéos à la demande",
    totalVideos: "Total des vidéos :",
    filtered: "Filtrées :",
    pageOf: (page: number, total: number) => `Page ${page} sur ${total}`,
    refresh: "Actualiser",
    refreshing: "Actualisation",
    searchVideos: "Rechercher une vidéo…",
    clearSearch: "Effacer la recherche",
    noVideos: (term: string) => `Aucune vidéo ne correspond à « ${term} »`,
    filters: {
      all: "Filtres",
      names: { lang: "Langue", year: "Année", length: "Durée" },
      any: { lang: "Toutes les langues", year: "Toutes les années", length: "Toutes les durées" },
      lengths: {
        short: "Moins de 5 minutes",
        medium: "De 5 à 20 minutes",
        long: "Plus de 20 minutes",
      },
      option: (name: string, count: string) => `${name} (${count})`,
      apply: "Appliquer",
      clear: "Effacer les filtres",
      nothing: "Aucune vidéo ne correspond à ces filtres.",
    },
    searchSite: "Rechercher sur tout le site",
    otherCategories: "Catégories",
    podcasts: "Podcasts",
    loadingTitle: "Chargement de contenus formidables…",
    loadingDetail: "Chargement de toutes les vidéos de la playlist…",
    listError: (message: string) =>
      `Impossible de charger les vidéos. Un contenu provisoire est affiché. Erreur : ${message}`,
    fetchFailed: (cause: string) => `Impossible de récupérer les vidéos YouTube : ${cause}`,
    causes: {
      server_down: "notre serveur ne répond pas",
      no_response: "notre serveur est injoignable",
      too_many_requests: "trop de demandes sont venues de cette connexion",
      unreadable: "notre serveur ne répond pas",
      refused: "le serveur a refusé la demande",
      unexpected: "un problème inattendu est survenu",
      quota_exceeded: "YouTube n’est pas disponible pour le moment",
      budget_spent: "YouTube n’est pas disponible pour le moment",
      key_refused: "YouTube n’est pas disponible pour le moment",
      playlist_not_found: "cette playlist n’existe pas",
      rate_limited: "YouTube n’est pas disponible pour le moment",
      timeout: "YouTube ne répond pas",
      unreachable: "YouTube est injoignable",
      bad_answer: "YouTube n’est pas disponible pour le moment",
      upstream_failed: "YouTube rencontre un problème",
      resting: "YouTube ne répond pas",
      not_configured: "aucune playlist n’a encore été configurée",
    },
    notOnDevice:
      "Cette liste n’est pas encore sur votre appareil. Réessayez quand la connexion sera rétablie.",
    placeholder: (title: string) => `${title} : contenu à venir`,
    updatedAgo: (when: string) => `Mis à jour ${when}`,
    pagination: "Pages",
    previous: "Précédent",
    next: "Suivant",
    goToPage: (page: number) => `Aller à la page ${page}`,
    announcementsHeading: "Annonces du ministère",
  },
  categories: {
    sermons: {
      title: "Sermons",
      description: "Des messages de la Parole de Dieu pour fortifier votre foi.",
    },
    prophecies: {
      title: "Prophéties",
      description: "Des paroles prophétiques pour les nations, les églises et les familles.",
    },
    "prophecy-confirmations": {
      title: "Confirmations de prophéties",
      description: "Des prophéties et les événements qui les ont confirmées.",
    },
    testimonies: {
      title: "Témoignages",
      description: "Des personnes racontent ce que Dieu a fait dans leur vie.",
    },
    "personal-prophecies": {
      title: "Prophéties personnelles",
      description: "Des paroles personnelles d’encouragement et de direction.",
    },
    humanitarian: {
      title: "Humanitaire",
      description: "L’amour du Christ en action : notre travail auprès des personnes démunies.",
    },
    movies: {
      title: "Films",
      description: "Des films porteurs de foi pour toute la famille.",
    },
    music: {
      title: "Musique",
      description: "Louange et adoration pour élever votre cœur.",
    },
    announcements: {
      title: "Annonces",
      description: "Actualités, événements et informations du ministère.",
    },
  },
};

/** Texts of Video on Demand and the category pages; `categories` has each category's title and description. */
export const categoryMessages: Readonly<Record<Language, typeof en>> = { en, fr };

/** Reasons for a failed read of a list. */
export type ListCause = keyof (typeof en)["list"]["causes"];
