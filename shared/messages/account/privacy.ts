import type { Language } from "#shared/languages.ts";

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
    text: "This is all that this site keeps in your browser. It stays there, apart from your session, which your browser shows to our own server, and from what goes with your account while you are signed in. Deleting this site’s data in your browser removes all of it.",
    nameColumn: "Name",
    purposeColumn: "What it holds",
    rows: {
      theme: "Light or dark",
      dataSaver: "Whether you have switched the data saver on or off",
      dataUse: "What the players of this site used of your data, this month and the last",
      dataLimitMb: "Megabytes after which players stop, if you have chosen a limit",
      videoQuality: "The most lines that you want of a video, if you have chosen a quality",
      videoVolume: "The volume that you have chosen in a player",
      videoCaptions: "The language of captions, if you have turned them on",
      language: "The language that you have chosen",
      dismissedAnnouncements: "Announcements that you have closed",
      playerConsents: "Providers whose players you have let in",
      "watchHistory_{userId}": "Videos you watched while signed in",
      "studioDraft_{author}_{kind}_{id}":
        "For helpers: what you typed in the studio and have not published yet",
      studioLastAct: "For helpers: when you last did something in the studio",
      watchPositions: "Where you left a video, so that it goes on from there",
      nextReading: "The day of your next reading, for its place on Home",
      watchPlacesPaused: "Whether this device keeps no new places in videos",
      places: "How far down you had read the last pages, until you close the tab (sessionStorage)",
      "bible-version": "The Bible version you read",
      "bible-book": "The book you had open",
      "bible-chapter": "The chapter you had open",
      "bible-verse": "The verse at which you left it",
      "bible-bookmarks": "Verses you have marked",
      "bible-bookmarks-agreed": "Which bookmarks your marks last agreed with",
      "synced-items":
        "Your marks and notes in the Bible, plans of reading, places in videos and what you keep for later (IndexedDB). Without an account they stay on this device. Signed in, our own server keeps them with your account for your other devices: nobody else can read them through this site, they are not encrypted for those who run the server, and they go with your account. When you sign out they leave this device; what could not be sent waits there for your account alone, for 90 days at most",
      "bible-red-letters": "Whether the words of Jesus are red",
      "bible-with": "The version you read beside another one last",
      "bible-text-size": "Size of the text of the Bible and the devotionals",
      "kept-texts":
        "Chapters of the Bible and the next days’ verses for reading offline (IndexedDB)",
      "search-history": "What you searched for last; our server is never told of the list",
      devotionals: "Devotionals that were uploaded on this device",
      "devotionals-kept": "Devotionals that you keep to find them again",
      "devotionals-read": "Days whose devotional you have read, for the marks in the calendar",
      "speech-provider-key": "Your own key of the speech provider, if you entered one",
      phoneSite: "In the phone app: what the server last said about this site",
      phoneLanguage: "In the phone app: the language you have chosen",
      installPromptDismissed: "When you closed the card that offers to install the app",
      appInstalled: "That the app is installed, so that it is not offered again",
      firstVisit: "When you were here first: the app is offered from your second visit on",
      titleFace: "When the typeface of the headings was stored, which later visits use",
      hasVisited: "That you were here before, so that you are welcomed once",
      reminders:
        "What you asked to be reminded of. While there is anything, our server keeps the address by which your browser's push service reaches this device and, for what comes each day, its time zone, the hour, and whether a plan's day is read",
      planHour: "The hour at which your reading plan reminds you",
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

const fr: typeof en = {
  title: "Politique de confidentialité",
  description: "Ce que ce site recueille, ce qu’il ne recueille pas, et comment nous joindre.",
  lastUpdated: "Dernière mise à jour : 14 juin 2025",
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
    text: "Voici tout ce que ce site garde dans votre navigateur. Cela y reste, sauf votre session, que votre navigateur présente à notre propre serveur, et ce qui suit votre compte tant que vous êtes connecté. Effacer les données de ce site dans votre navigateur supprime tout.",
    nameColumn: "Nom",
    purposeColumn: "Ce qu’il contient",
    rows: {
      theme: "Clair ou sombre",
      dataSaver: "Si vous avez activé ou désactivé l’économie de données",
      dataUse:
        "Ce que les lecteurs de ce site ont consommé de vos données, ce mois-ci et le mois dernier",
      dataLimitMb:
        "Les mégaoctets après lesquels les lecteurs s’arrêtent, si vous avez choisi une limite",
      videoQuality:
        "Le nombre de lignes d’image que vous voulez au plus, si vous avez choisi une qualité",
      videoVolume: "Le volume que vous avez choisi dans un lecteur",
      videoCaptions: "La langue des sous-titres, si vous les avez activés",
      language: "La langue que vous avez choisie",
      dismissedAnnouncements: "Les annonces que vous avez fermées",
      playerConsents: "Les fournisseurs dont vous avez autorisé le lecteur",
      "watchHistory_{userId}": "Les vidéos regardées pendant que vous étiez connecté",
      "studioDraft_{author}_{kind}_{id}":
        "Pour l’équipe : ce que vous avez écrit dans le studio sans l’avoir encore publié",
      studioLastAct: "Pour l’équipe : quand vous avez agi pour la dernière fois dans le studio",
      watchPositions: "L’endroit où vous avez quitté une vidéo, pour la reprendre",
      nextReading: "Le jour de votre prochaine lecture, pour sa place sur l’accueil",
      watchPlacesPaused: "Si cet appareil ne retient plus où vous vous arrêtez dans les vidéos",
      places:
        "Jusqu’où vous étiez descendu dans les dernières pages, tant que l’onglet est ouvert (sessionStorage)",
      "bible-version": "La version de la Bible que vous lisez",
      "bible-book": "Le livre que vous aviez ouvert",
      "bible-chapter": "Le chapitre que vous aviez ouvert",
      "bible-verse": "Le verset où vous vous étiez arrêté",
      "bible-bookmarks": "Les versets que vous avez marqués",
      "bible-bookmarks-agreed": "Les signets avec lesquels vos repères concordaient en dernier",
      "synced-items":
        "Vos repères et notes dans la Bible, vos plans de lecture, l’endroit où vous en êtes dans les vidéos et ce que vous gardez pour plus tard (IndexedDB). Sans compte, tout reste sur cet appareil. Une fois connecté, notre propre serveur les garde avec votre compte pour vos autres appareils : personne d’autre ne peut les lire par ce site, ils ne sont pas chiffrés pour ceux qui tiennent le serveur, et ils disparaissent avec votre compte. Quand vous vous déconnectez, ils quittent cet appareil ; ce qui n’a pas pu être envoyé y attend votre compte seul, 90 jours au plus",
      "bible-red-letters": "Si les paroles de Jésus sont en rouge",
      "bible-with": "La version lue en dernier à côté d’une autre",
      "bible-text-size": "La taille du texte de la Bible et des méditations",
      "kept-texts":
        "Les chapitres de la Bible et les versets des prochains jours, pour lire hors connexion (IndexedDB)",
      "search-history": "Vos dernières recherches ; notre serveur n’apprend jamais cette liste",
      devotionals: "Les méditations importées sur cet appareil",
      "devotionals-kept": "Les méditations que vous gardez pour les retrouver",
      "devotionals-read":
        "Les jours dont vous avez lu la méditation, pour les marques du calendrier",
      "speech-provider-key": "Votre propre clé du service vocal, si vous en avez saisi une",
      phoneSite: "Dans l’application mobile : ce que le serveur a dit du site en dernier",
      phoneLanguage: "Dans l’application mobile : la langue que vous avez choisie",
      installPromptDismissed:
        "Quand vous avez fermé la carte qui propose d’installer l’application",
      appInstalled: "Que l’application est installée, pour ne plus la proposer",
      firstVisit:
        "Quand vous êtes venu pour la première fois : l’application est proposée dès la deuxième visite",
      titleFace:
        "Quand la police des titres a été enregistrée, que les visites suivantes utilisent",
      hasVisited: "Que vous êtes déjà venu, pour ne vous souhaiter la bienvenue qu’une fois",
      reminders:
        "Les rappels que vous avez demandés. Tant qu’il y en a, notre serveur garde l’adresse par laquelle le service de notification de votre navigateur joint cet appareil et, pour ce qui vient chaque jour, son fuseau horaire, l’heure, et si la lecture du jour est faite",
      planHour: "L’heure à laquelle votre plan de lecture vous fait signe",
      "shell, pages, data, pictures":
        "L’application et les pages publiques, chapitres, listes et images vus en dernier, pour un usage hors connexion (caches du « service worker »)",
      "sb-{site}-auth-token": "Votre session pendant que vous êtes connecté",
      "{name}.bad": "La copie d’une valeur illisible, pour ne pas la perdre",
    },
  },
  consents: {
    title: "Les lecteurs que vous avez autorisés",
    none: "Vous n’avez autorisé le lecteur d’aucun fournisseur. Chacun demande avant de charger quoi que ce soit.",
    given: (hosts: readonly string[]) =>
      `Vous avez autorisé : ${hosts.join(", ")}. Leurs lecteurs en direct démarrent sans redemander.`,
    withdraw: "Tout retirer",
  },
  contactTitle: "Contact",
  contactText: "Une question sur la confidentialité ? Écrivez-nous par e-mail :",
};

/** Texts of the privacy policy; its points and date are fixed (S2.114 to S2.120). */
export const privacyMessages: Readonly<Record<Language, typeof en>> = { en, fr };
