import type { Language } from "#shared/languages.ts";

const en = {
  openSearch: (name: string) => `Search ${name}: videos, devotionals, the Bible and pages`,
  pages: {
    "/": {
      title: "Home",
      description: "The live channels, today's devotional and the latest videos.",
      words: "start channels television stream",
    },
    "/live-tv": {
      title: "Live TV",
      description: "Our live stream and the times of the next services.",
      words:
        "stream channel direct service services schedule programme television watch now church",
    },
    "/video-on-demand": {
      title: "Video on Demand",
      description: "All video categories.",
      words: "videos categories replay vod films watch",
    },
    "/devotional": {
      title: "Daily Devotional",
      description: "A verse, a short reading and a prayer for each day.",
      words: "meditation reading bread today day prayer quiet time",
    },
    "/bible": {
      title: "Bible",
      description: "Read, search and listen to the Bible.",
      words: "scripture verse chapter word of god old new testament kjv king james",
    },
    "/bible/plans": {
      title: "Reading plans",
      description: "Read the Bible a little every day, at your own pace.",
      words:
        "plan daily year gospels psalms proverbs whole bible days calendar fear anxiety prayer marriage forgiveness new believers",
    },
    "/podcasts": {
      title: "Podcasts",
      description: "Listen in your podcast app.",
      words: "podcast audio listen sermons rss feed apple spotify episode download",
    },
    "/watch-history": {
      title: "Watch History",
      description: "Videos you've watched on this device.",
      words: "seen watched resume continue again",
    },
    "/profile": {
      title: "My Profile",
      description: "Your name, picture, password and account data.",
      words: "account settings avatar photo delete export data password",
    },
    "/auth": {
      title: "Sign In",
      description: "Sign in to your account, or create one.",
      words: "login log in register sign up account password",
    },
    "/privacy-policy": {
      title: "Privacy Policy",
      description: "What this site collects, what it doesn't, and how to reach us.",
      words: "data protection cookies personal information terms contact gdpr legal",
    },
  },
  links: {
    prayerRequests: {
      title: "Prayer Requests",
      description: "Send us your prayer requests.",
      words: "pray intercession request",
    },
    aboutUs: {
      title: "About Us",
      description: "Who we are and what we believe.",
      words: "ministry pastor church vision belief team",
    },
    contactUs: {
      title: "Contact Us",
      description: "How to reach the ministry.",
      words: "phone email address write help",
    },
    donate: {
      title: "Donate",
      description: "Support the work of the ministry.",
      words: "give giving offering tithe support gift money",
    },
    partnership: {
      title: "Partnership",
      description: "Partner with us in the work of the ministry.",
      words: "partner partners support give",
    },
  },
};

const fr: typeof en = {
  openSearch: (name: string) => `Rechercher sur ${name} : vidéos, méditations, Bible et pages`,
  pages: {
    "/": {
      title: "Accueil",
      description: "Les chaînes en direct, la méditation du jour et les dernières vidéos.",
      words: "début chaînes télévision diffusion",
    },
    "/live-tv": {
      title: "TV en direct",
      description: "Notre direct et les horaires des prochains cultes.",
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
      description: "Lire la Bible, y rechercher et l’écouter.",
      words: "écritures verset chapitre parole de dieu ancien nouveau testament",
    },
    "/bible/plans": {
      title: "Plans de lecture",
      description: "Lire la Bible un peu chaque jour, à votre rythme.",
      words:
        "plan lecture quotidienne année évangiles psaumes proverbes toute la bible jours calendrier peur inquiétude prière mariage pardon nouveaux croyants",
    },
    "/podcasts": {
      title: "Podcasts",
      description: "Écoutez dans votre application de podcasts.",
      words: "podcast audio écouter prédications rss flux apple spotify épisode télécharger",
    },
    "/watch-history": {
      title: "Historique",
      description: "Les vidéos que vous avez regardées sur cet appareil.",
      words: "vues vus reprendre continuer revoir",
    },
    "/profile": {
      title: "Mon profil",
      description: "Votre nom, votre photo, votre mot de passe et les données de votre compte.",
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
      title: "À propos",
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
      description: "Soutenez avec nous l’œuvre du ministère.",
      words: "partenaire partenaires soutenir donner",
    },
  },
};

/** Titles, descriptions and keywords of the pages that search finds. Only the server loads them. */
export const searchPagesMessages: Readonly<Record<Language, typeof en>> = { en, fr };
