import type { Language } from "#shared/language.ts";

const en = {
  title: "Privacy Policy",
  description: "What this site collects, what it does not, and how to reach us.",
  lastUpdated: "Last updated: June 14, 2025",
  intro: (name: string) =>
    `${name} respects your privacy. This page says in plain words what happens to your information when you use this site and app.`,
  sections: [
    {
      title: "No account is needed to watch",
      text: "You can watch live TV and every video, read the devotional and the Bible, and browse all pages without an account.",
    },
    {
      title: "Usage data",
      text: "We may collect non-personal usage data, such as which pages are opened and how well videos play, to keep the service fast and reliable. It does not identify you.",
    },
    {
      title: "Information you give us",
      text: "Information that you submit voluntarily in forms, such as your name, e-mail address or profile details, is collected and used only for the purpose for which you gave it.",
    },
    {
      title: "Children",
      text: "This product is not directed to children under 13, and we do not knowingly collect personal information from them.",
    },
    {
      title: "Third-party links",
      text: "Some pages link to other websites, for example for giving or for a video platform. Their own privacy policies apply there, and nothing is loaded from a video platform before you press play.",
    },
  ],
  stored: {
    title: "What is kept on your device",
    text: "This is all that this site keeps in your browser. It stays there, apart from your session, which your browser shows to our own server. Deleting this site’s data in your browser removes all of it.",
    nameColumn: "Name",
    purposeColumn: "What it holds",
    rows: {
      theme: "Light or dark",
      dataSaver: "Whether you have switched the data saver on or off",
      playerConsents: "Providers whose players you have let in",
      "watchHistory_{userId}": "Videos you watched while signed in",
      watchPositions: "Where you left a video, so that it goes on from there",
      places: "How far down you had read the last pages, until you close the tab (sessionStorage)",
      "bible-version": "The Bible version you read",
      "bible-book": "The book you had open",
      "bible-chapter": "The chapter you had open",
      "bible-bookmarks": "Verses you have marked",
      "bible-text-size": "Size of the Bible’s text",
      "kept-texts": "Chapters of the Bible for reading offline (IndexedDB)",
      devotionals: "Devotionals that were uploaded on this device",
      "speech-provider-key": "Your own key of the speech provider, if you entered one",
      phoneSite: "In the phone app: what the server last said about this site",
      phoneLanguage: "In the phone app: the language you have chosen",
      installPromptDismissed: "When you closed the card that offers to install the app",
      appInstalled: "That the app is installed, so that it is not offered again",
      hasVisited: "That you were here before, so that you are welcomed once",
      reminders:
        "What you asked to be reminded of. While there is anything, our server keeps the address by which your browser's push service reaches this device",
      "shell, pages, data, pictures":
        "The app itself and the public pages, chapters, lists and pictures you saw last, for use without a connection (caches of the service worker)",
      "sb-{site}-auth-token": "Your session while you are signed in",
      "{name}.bad": "A copy of a value that could not be read, in place of losing it",
    } as Readonly<Record<string, string>>,
  },
  consents: {
    title: "Players you have let in",
    none: "You have let in no provider’s player. Each one asks before it loads anything.",
    given: (hosts: readonly string[]) =>
      `You have let in: ${hosts.join(", ")}. Their live players start without asking again.`,
    withdraw: "Withdraw all",
  },
  contactTitle: "Contact",
  contactText: "Questions about privacy? Write to us by e-mail:",
};

const fr = {
  title: "Politique de confidentialité",
  description: "Ce que ce site recueille, ce qu’il ne recueille pas, et comment nous joindre.",
  lastUpdated: "Dernière mise à jour : 14 juin 2025",
  intro: (name: string) =>
    `${name} respecte votre vie privée. Cette page dit en mots simples ce que deviennent vos informations quand vous utilisez ce site et cette application.`,
  sections: [
    {
      title: "Aucun compte n’est nécessaire pour regarder",
      text: "Vous pouvez regarder la TV en direct et toutes les vidéos, lire la méditation et la Bible, et parcourir toutes les pages sans compte.",
    },
    {
      title: "Données d’utilisation",
      text: "Nous pouvons recueillir des données d’utilisation non personnelles, par exemple quelles pages sont ouvertes et si les vidéos se lisent bien, afin que le service reste rapide et fiable. Elles ne vous identifient pas.",
    },
    {
      title: "Les informations que vous nous donnez",
      text: "Les informations que vous envoyez volontairement dans un formulaire, comme votre nom, votre adresse e-mail ou votre profil, sont recueillies et utilisées uniquement dans le but pour lequel vous les avez données.",
    },
    {
      title: "Enfants",
      text: "Ce produit ne s’adresse pas aux enfants de moins de 13 ans, et nous ne recueillons pas sciemment d’informations personnelles à leur sujet.",
    },
    {
      title: "Liens vers des tiers",
      text: "Certaines pages mènent à d’autres sites, par exemple pour un don ou vers une plateforme vidéo. Leurs propres règles s’y appliquent, et rien n’est chargé depuis une plateforme vidéo avant que vous appuyiez sur lecture.",
    },
  ],
  stored: {
    title: "Ce qui est gardé sur votre appareil",
    text: "Voici tout ce que ce site garde dans votre navigateur. Cela y reste, sauf votre session, que votre navigateur présente à notre propre serveur. Effacer les données de ce site dans votre navigateur supprime tout.",
    nameColumn: "Nom",
    purposeColumn: "Ce qu’il contient",
    rows: {
      theme: "Clair ou sombre",
      dataSaver: "Si vous avez activé ou désactivé l’économie de données",
      playerConsents: "Les fournisseurs dont vous avez autorisé le lecteur",
      "watchHistory_{userId}": "Les vidéos regardées pendant que vous étiez connecté",
      watchPositions: "L’endroit où vous avez quitté une vidéo, pour la reprendre",
      places:
        "Jusqu’où vous étiez descendu dans les dernières pages, tant que l’onglet est ouvert (sessionStorage)",
      "bible-version": "La version de la Bible que vous lisez",
      "bible-book": "Le livre que vous aviez ouvert",
      "bible-chapter": "Le chapitre que vous aviez ouvert",
      "bible-bookmarks": "Les versets que vous avez marqués",
      "bible-text-size": "La taille du texte de la Bible",
      "kept-texts": "Des chapitres de la Bible à lire hors ligne (IndexedDB)",
      devotionals: "Les méditations importées sur cet appareil",
      "speech-provider-key": "Votre propre clé du service vocal, si vous en avez saisi une",
      phoneSite: "Dans l’application mobile : ce que le serveur a dit du site en dernier",
      phoneLanguage: "Dans l’application mobile : la langue que vous avez choisie",
      installPromptDismissed:
        "Quand vous avez fermé la carte qui propose d’installer l’application",
      appInstalled: "Que l’application est installée, pour ne plus la proposer",
      hasVisited: "Que vous êtes déjà venu, pour ne vous souhaiter la bienvenue qu’une fois",
      reminders:
        "Les rappels que vous avez demandés. Tant qu’il y en a, notre serveur garde l’adresse par laquelle le service de notification de votre navigateur joint cet appareil",
      "shell, pages, data, pictures":
        "L’application et les pages publiques, chapitres, listes et images vus en dernier, pour un usage hors connexion (caches du « service worker »)",
      "sb-{site}-auth-token": "Votre session pendant que vous êtes connecté",
      "{name}.bad": "La copie d’une valeur illisible, pour ne pas la perdre",
    },
  },
  consents: {
    title: "Les lecteurs que vous avez autorisés",
    none: "Vous n’avez autorisé le lecteur d’aucun fournisseur. Chacun demande avant de charger quoi que ce soit.",
    given: (hosts: readonly string[]) =>
      `Vous avez autorisé : ${hosts.join(", ")}. Leurs lecteurs en direct démarrent sans redemander.`,
    withdraw: "Tout retirer",
  },
  contactTitle: "Contact",
  contactText: "Une question sur la confidentialité ? Écrivez-nous par e-mail :",
} satisfies typeof en;

/** Texts of the privacy policy (specification section 2); its points and date are fixed there. Loaded with the page, in both languages. */
export const privacyMessages: Readonly<Record<Language, typeof en>> = { en, fr };
