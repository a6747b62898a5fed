import type { everyPage as en } from "#shared/messages/en/every-page.ts";

/** French texts of every page and of Home. */
export const everyPage = {
  shell: {
    skipToContent: "Aller au contenu",
    mainNavigation: "Navigation principale",
    bottomNavigation: "Navigation rapide",
    openMenu: "Ouvrir le menu",
    closeMenu: "Fermer le menu",
    home: "Accueil",
    liveTv: "En direct",
    videos: "Vidéos",
    devotional: "Méditation",
    history: "Historique",
    prayerRequests: "Demandes de prière",
    aboutUs: "À propos",
    contactUs: "Contact",
    more: "Plus",
    donate: "Faire un don",
    signIn: "Se connecter",
    myProfile: "Mon profil",
    signOut: "Se déconnecter",
    sermons: "Sermons",
    give: "Donner",
    bible: "Bible",
    search: "Rechercher",
    switchToDark: "Passer au thème sombre",
    switchToLight: "Passer au thème clair",
    opensInNewTab: "s’ouvre dans un nouvel onglet",
  },
  footer: {
    followUs: "Suivez-nous",
    quickLinks: "Liens rapides",
    liveTv: "TV en direct",
    sermonsAndPrograms: "Sermons et programmes",
    give: "Donner",
    contactUs: "Nous contacter",
    phone: "Téléphone",
    email: "E-mail",
    address: "Adresse",
    copyright: (name: string) => `© 2025 ${name}. Tous droits réservés.`,
    dataSaver: "Économiseur de données",
    privacyChoices: "Choix de confidentialité",
    privacyPolicy: "Politique de confidentialité",
    termsOfService: "Conditions d’utilisation",
    contact: "Contact",
    termsSubject: "Question sur les conditions d’utilisation",
    contactSubject: "Demande de contact",
  },
  errors: {
    somethingWentWrong: "Une erreur s’est produite",
    unexpected: "Une erreur inattendue s’est produite",
    tryAgain: "Réessayer",
    missingPart: "Une partie de cette page ne s’est pas chargée. Veuillez réessayer.",
    offline: "Vous êtes hors ligne. Vérifiez votre connexion, puis réessayez.",
    server: "Notre serveur ne répond pas. Veuillez réessayer dans quelques minutes.",
  },
  home: {
    description:
      "Regardez la TV chrétienne en direct en anglais et en français, et à la demande des sermons, des prophéties, des témoignages, de la musique et des films.",
    ourChannels: "Nos chaînes",
    devotional: {
      title: "La méditation du jour",
      text: "Commencez votre journée avec une parole qui vous guide",
      link: "Lire la méditation du jour",
    },
    rows: {
      sermons: "Derniers sermons",
      prophecies: "Prophéties",
      "prophecy-confirmations": "Confirmations de prophéties",
      movies: "Films",
      music: "Musique",
    },
    viewAll: "Tout voir",
    viewAllOf: (title: string) => `Tout voir : ${title}`,
  },
  live: {
    badge: "En direct",
    offAir: "Hors antenne",
    interrupted: "Interrompu",
    channel247: "Chaîne 24 h/24",
    pipPlaying: "Lecture dans le mini-lecteur",
    nowPlaying: (title: string) => `En ce moment : ${title}`,
  },
  videos: {
    loadError: "Impossible de charger le contenu pour le moment.",
    loadingRow: "Chargement des vidéos",
    platformNotice: "La lecture charge la vidéo depuis YouTube (Google).",
    views: frenchViews,
    watchedShare: (percent: number) => `Vue à ${percent} %`,
    emptyCategory: "Aucune vidéo pour l’instant. Revenez bientôt.",
  },
} satisfies typeof en;

/** Translates "1.2K views" to "1,2 k vues". Returns any other text unchanged. */
function frenchViews(text: string): string {
  if (text === "0 views") return "";
  const [, number, scale] = /^([\d.]+)([KMB]?) views?$/.exec(text) ?? [];
  if (number === undefined) return text;
  const units: Record<string, string> = { K: " k vues", M: " M de vues", B: " Md de vues" };
  const unit = units[scale ?? ""] ?? (Number(number) < 2 ? " vue" : " vues");
  return number.replace(".", ",") + unit.replaceAll(" ", "\u00a0");
}
