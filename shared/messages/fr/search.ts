import type { search as en, searchPages as enPages } from "#shared/messages/en/search.ts";

export const search = {
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
  partial: (parts: string) => `Tout n’a pas pu être cherché pour l’instant. Il manque : ${parts}.`,
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
} satisfies typeof en;

/** For the server alone: the pages that it finds. */
export const searchPages = {
  openSearch: (name: string) => `Chercher sur ${name} : vidéos, méditations, Bible et pages`,
  pages: {
    "/": {
      title: "Accueil",
      description: "Les deux chaînes, la méditation du jour et les dernières vidéos.",
      words: "début chaînes télévision diffusion",
    },
    "/live-tv": {
      title: "TV en direct",
      description: "Notre direct, et l’heure des prochains cultes.",
      words: "chaîne diffusion live culte cultes horaires programme télévision église maintenant",
    },
    "/video-on-demand": {
      title: "Vidéos à la demande",
      description: "Toutes les catégories de vidéos.",
      words: "vidéos catégories replay films regarder revoir",
    },
    "/devotional": {
      title: "Méditation du jour",
      description: "Un verset, une courte lecture et une prière pour chaque jour.",
      words: "méditations lecture pain quotidien aujourd’hui jour prière recueillement dévotion",
    },
    "/bible": {
      title: "Bible",
      description: "Lire, chercher et écouter la Bible.",
      words: "écritures verset chapitre parole de dieu ancien nouveau testament",
    },
    "/bible/plans": {
      title: "Plans de lecture",
      description: "Lire la Bible un peu chaque jour, à votre rythme.",
      words:
        "plan lecture quotidienne année évangiles psaumes proverbes toute la bible jours calendrier",
    },
    "/watch-history": {
      title: "Historique",
      description: "Les vidéos que vous avez regardées sur cet appareil.",
      words: "vues vus reprendre continuer revoir",
    },
    "/profile": {
      title: "Mon profil",
      description:
        "Votre nom, votre photo, votre mot de passe et tout ce que contient votre compte.",
      words: "compte réglages paramètres avatar supprimer exporter données",
    },
    "/auth": {
      title: "Se connecter",
      description: "Connectez-vous à votre compte, ou créez-en un.",
      words: "connexion inscription s’inscrire compte mot de passe",
    },
    "/privacy-policy": {
      title: "Politique de confidentialité",
      description: "Ce que ce site recueille, ce qu’il ne recueille pas, et comment nous joindre.",
      words: "protection données cookies vie privée mentions légales rgpd contact",
    },
  },
  links: {
    prayerRequests: {
      title: "Demandes de prière",
      description: "Confiez-nous vos sujets de prière.",
      words: "prier intercession demande requête",
    },
    aboutUs: {
      title: "Qui sommes-nous",
      description: "Qui nous sommes et ce que nous croyons.",
      words: "à propos ministère pasteur église vision équipe",
    },
    contactUs: {
      title: "Nous contacter",
      description: "Comment joindre le ministère.",
      words: "contact téléphone e-mail adresse écrire aide",
    },
    donate: {
      title: "Faire un don",
      description: "Soutenir l’œuvre du ministère.",
      words: "donner don dons offrande dîme soutien argent",
    },
    partnership: {
      title: "Partenariat",
      description: "Porter l’œuvre du ministère avec nous.",
      words: "partenaire partenaires soutenir donner",
    },
  },
} satisfies typeof enPages;
