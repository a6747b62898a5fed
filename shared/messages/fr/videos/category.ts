import type { category as en } from "#shared/messages/en/videos/category.ts";

export const category = {
  list: {
    watch: "Regarder",
    vodTitle: "Vidéos à la demande",
    vodDescription:
      "Sermons, prophéties, témoignages, films et musique : choisissez une catégorie.",
    searchCategories: "Rechercher une catégorie...",
    noCategories: (term: string) => `Aucune catégorie ne correspond à « ${term} »`,
    categoryCount: (count: number) => (count < 2 ? `${count} catégorie` : `${count} catégories`),
    backToVideos: "Retour aux vidéos à la demande",
    totalVideos: "Total des vidéos",
    filtered: "Filtrées",
    pageOf: (page: number, total: number) => `Page ${page} sur ${total}`,
    refresh: "Actualiser",
    refreshing: "Actualisation",
    searchVideos: "Rechercher une vidéo...",
    clearSearch: "Effacer la recherche",
    noVideos: (term: string) => `Aucune vidéo ne correspond à « ${term} »`,
    loadingTitle: "Chargement de beaux contenus...",
    loadingDetail: "Récupération de toutes les vidéos de la playlist...",
    listError: (message: string) =>
      `Impossible de charger les vidéos. Contenu provisoire affiché. Erreur : ${message}`,
    fetchFailed: (cause: string) => `Impossible de récupérer les vidéos YouTube : ${cause}`,
    causes: {
      offline: "vous n’êtes pas connecté à Internet",
      unreachable_server: "le serveur est injoignable",
      server_down: "le serveur n’est pas disponible pour le moment",
      too_many_requests: "trop de demandes sont venues de cette connexion",
      unreadable: "la réponse est illisible",
      refused: "le serveur a refusé la demande",
      unexpected: "un problème inattendu est survenu",
      quota_exceeded: "le quota quotidien de la plateforme est épuisé",
      budget_spent: "le budget de requêtes du jour est épuisé",
      key_refused: "la plateforme a refusé la clé d’API de ce site",
      playlist_not_found: "la plateforme ne connaît pas cette playlist",
      rate_limited: "la plateforme nous demande de ralentir",
      timeout: "la plateforme n’a pas répondu à temps",
      unreachable: "la plateforme est injoignable",
      bad_answer: "la plateforme a envoyé une réponse illisible",
      upstream_failed: "la plateforme a signalé une panne de son côté",
      resting: "la plateforme a échoué plusieurs fois et se repose un instant",
      not_configured: "les playlists de ce site ne sont pas configurées",
    },
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
      description: "Nouvelles, événements et avis du ministère.",
    },
  },
} satisfies typeof en;
