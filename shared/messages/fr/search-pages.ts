import type { searchPages as en } from "#shared/messages/en/search-pages.ts";

export const searchPages = {
  openSearch: (name: string) => `Chercher sur ${name} : vidéos, méditations, Bible et pages`,
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
} satisfies typeof en;
