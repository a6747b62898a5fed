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
      text: "Information that you submit voluntarily in forms, such as your name, email address or profile details, is collected and used only for the purpose for which you gave it.",
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
    title: "What we store on your device",
    text: "This is everything this site stores in your browser. It stays on your device, except for your session, which your browser sends to our server, and your account data while you're signed in. To remove everything, delete this site's data in your browser.",
    nameColumn: "Name",
    purposeColumn: "What it is",
    rows: {
      theme: "Light or dark theme",
      dataSaver: "Data saver on or off",
      dataUse: "How much data our players used this month and last month",
      dataLimitMb: "Your data limit in megabytes, if you set one",
      videoQuality: "The highest video quality you chose, if any",
      videoVolume: "The volume you chose in a player",
      videoCaptions: "The language of captions, if you turned them on",
      language: "The language you chose",
      dismissedAnnouncements: "Announcements you closed",
      playerConsents: "External players you allowed",
      "watchHistory_{userId}": "Videos you watched while signed in",
      "studioDraft_{author}_{kind}_{id}": "Team only: your unpublished drafts in the studio",
      studioLastAct: "Team only: when you were last active in the studio",
      studioUploads: "Team only: name and size of files whose upload isn't finished",
      watchPositions: "Where you stopped in each video, so you can resume",
      nextReading: "The day of your next reading, for its place on Home",
      watchPlacesPaused: "Whether saving your position in videos is paused",
      places: "How far you scrolled on recent pages, until you close the tab (sessionStorage)",
      "bible-version": "The Bible version you read",
      "bible-book": "The last book you opened",
      "bible-chapter": "The last chapter you opened",
      "bible-verse": "The last verse you read",
      "bible-bookmarks": "Your bookmarked verses",
      "bible-bookmarks-agreed": "Used to sync your bookmarks",
      "synced-items":
        "Your highlights, notes, bookmarks, reading plans, Watch later list and positions in videos (IndexedDB). Without an account they stay on this device. When you're signed in, our server stores them with your account for your other devices: other users can't read them, but they aren't encrypted against the people who run the server. They're deleted with your account. When you sign out they're removed from this device; anything not yet sent is kept for your account for up to 90 days",
      "bible-red-letters": "Whether Jesus' words are shown in red",
      "bible-with": "The last version you read side by side",
      "bible-text-size": "Text size in the Bible and the devotionals",
      "kept-texts":
        "Bible chapters and upcoming verses of the day, for reading offline (IndexedDB)",
      "kept-media":
        'The sounds and videos you keep to play offline, until you delete them on the page "Ready on this device"; they stay when you sign out (IndexedDB)',
      keepsOn:
        "That a download of kept sounds or videos isn't finished, so the next page resumes it",
      "search-history": "Your recent searches; this list is never sent to our server",
      devotionals: "Devotionals uploaded on this device",
      "devotionals-kept": "Devotionals you saved",
      "devotionals-read": "Days whose devotional you've read, marked in the calendar",
      "speech-provider-key": "Your own key of the speech provider, if you entered one",
      phoneSite: "Mobile app: the site's details as last received from the server",
      phoneLanguage: "Mobile app: the language you chose",
      installPromptDismissed: "When you closed the install offer",
      appInstalled: "That the app is installed, so it isn't offered again",
      firstVisit: "When you were here first: the app is offered from your second visit on",
      titleFace: "When the typeface of the headings was stored, which later visits use",
      tvPairing: "The TV that this device controls, for up to six hours",
      tvScreen: "TV page: its connection with a phone, until you close the page (sessionStorage)",
      hasVisited: "That you've visited before, so you're welcomed only once",
      reminders:
        "The reminders you turned on. While any is on, our server stores the address your browser's push service uses for this device and, for daily reminders, your time zone, the time, and whether that day's plan is read",
      planHour: "The time of your reading plan reminder",
      "shell, pages, data, pictures":
        "The app and the public pages, chapters, lists and images you opened last, for offline use (service worker caches)",
      "sb-{site}-auth-token": "Your session while you're signed in",
      "{name}.bad": "A copy of a value that couldn't be read, so it isn't lost",
    } as Readonly<Record<string, string>>,
  },
  consents: {
    title: "Players you've allowed",
    none: "You haven't allowed any external player. Each one asks before it loads.",
    given: (hosts: readonly string[]) =>
      `You've allowed: ${hosts.join(", ")}. Their players start without asking again.`,
    withdraw: "Withdraw all permissions",
  },
  contactTitle: "Contact",
  contactText: "Questions about privacy? Email us:",
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
    title: "Ce que nous enregistrons sur votre appareil",
    text: "Voici tout ce que ce site enregistre dans votre navigateur. Ces données restent sur votre appareil, sauf votre session, que votre navigateur transmet à notre serveur, et les données de votre compte lorsque vous êtes connecté. Pour tout effacer, supprimez les données de ce site dans votre navigateur.",
    nameColumn: "Nom",
    purposeColumn: "Contenu",
    rows: {
      theme: "Thème clair ou sombre",
      dataSaver: "Économiseur de données activé ou non",
      dataUse: "Données consommées par nos lecteurs ce mois-ci et le mois dernier",
      dataLimitMb: "Votre limite de données en mégaoctets, si vous en avez fixé une",
      videoQuality: "La qualité vidéo maximale choisie, si vous en avez choisi une",
      videoVolume: "Le volume que vous avez choisi dans un lecteur",
      videoCaptions: "La langue des sous-titres, si vous les avez activés",
      language: "La langue choisie",
      dismissedAnnouncements: "Les annonces que vous avez fermées",
      playerConsents: "Les lecteurs externes que vous avez autorisés",
      "watchHistory_{userId}": "Les vidéos regardées pendant que vous étiez connecté",
      "studioDraft_{author}_{kind}_{id}": "Équipe : vos brouillons non publiés dans le studio",
      studioLastAct: "Équipe : votre dernière activité dans le studio",
      studioUploads: "Équipe : nom et taille des fichiers dont l’envoi n’est pas terminé",
      watchPositions:
        "L’endroit où vous vous êtes arrêté dans chaque vidéo, pour reprendre la lecture",
      nextReading: "Le jour de votre prochaine lecture, pour sa place sur l’accueil",
      watchPlacesPaused: "Si l’enregistrement de votre position dans les vidéos est suspendu",
      places:
        "Votre position dans les dernières pages, jusqu’à la fermeture de l’onglet (sessionStorage)",
      "bible-version": "La version de la Bible que vous lisez",
      "bible-book": "Le dernier livre ouvert",
      "bible-chapter": "Le dernier chapitre ouvert",
      "bible-verse": "Le dernier verset lu",
      "bible-bookmarks": "Vos signets",
      "bible-bookmarks-agreed": "Sert à synchroniser vos signets",
      "synced-items":
        "Vos surlignages, notes, signets, plans de lecture, votre liste À regarder plus tard et votre position dans les vidéos (IndexedDB). Sans compte, tout reste sur cet appareil. Si vous êtes connecté, notre serveur les conserve avec votre compte pour vos autres appareils : les autres utilisateurs ne peuvent pas les lire, mais ils ne sont pas chiffrés pour les personnes qui gèrent le serveur. Ils sont supprimés avec votre compte. À la déconnexion, ils quittent cet appareil ; ce qui n’a pas encore été envoyé est conservé pour votre compte pendant 90 jours au maximum",
      "bible-red-letters": "Affichage des paroles de Jésus en rouge",
      "bible-with": "La dernière version lue côte à côte",
      "bible-text-size": "Taille du texte de la Bible et des méditations",
      "kept-texts":
        "Chapitres de la Bible et prochains versets du jour, pour la lecture hors ligne (IndexedDB)",
      "kept-media":
        "Les sons et vidéos que vous gardez pour les lire hors ligne, jusqu’à ce que vous les supprimiez sur la page « Disponible sur cet appareil » ; ils restent après la déconnexion (IndexedDB)",
      keepsOn:
        "Qu’un téléchargement de sons ou de vidéos n’est pas terminé, pour que la page suivante le reprenne",
      "search-history":
        "Vos recherches récentes ; cette liste n’est jamais envoyée à notre serveur",
      devotionals: "Les méditations importées sur cet appareil",
      "devotionals-kept": "Les méditations que vous avez enregistrées",
      "devotionals-read":
        "Les jours dont vous avez lu la méditation, pour les marques du calendrier",
      "speech-provider-key": "Votre propre clé du service vocal, si vous en avez saisi une",
      phoneSite: "Application mobile : les informations du site reçues en dernier du serveur",
      phoneLanguage: "Application mobile : la langue choisie",
      installPromptDismissed: "Quand vous avez fermé la proposition d’installation",
      appInstalled: "Que l’application est installée, pour ne plus la proposer",
      firstVisit:
        "Quand vous êtes venu pour la première fois : l’application est proposée dès la deuxième visite",
      titleFace:
        "Quand la police des titres a été enregistrée, que les visites suivantes utilisent",
      tvPairing: "La télé que cet appareil commande, pendant six heures au plus",
      tvScreen:
        "Page de télé : sa connexion avec un téléphone, jusqu’à sa fermeture (sessionStorage)",
      hasVisited: "Que vous êtes déjà venu, pour ne vous accueillir qu’une seule fois",
      reminders:
        "Les rappels que vous avez activés. Tant qu’un rappel est actif, notre serveur conserve l’adresse qu’utilise le service de notification de votre navigateur pour cet appareil et, pour les rappels quotidiens, votre fuseau horaire, l’heure, et si la lecture du jour est faite",
      planHour: "L’heure du rappel de votre plan de lecture",
      "shell, pages, data, pictures":
        "L’application et les pages publiques, chapitres, listes et images ouverts en dernier, pour un usage hors ligne (caches du « service worker »)",
      "sb-{site}-auth-token": "Votre session pendant que vous êtes connecté",
      "{name}.bad": "La copie d’une valeur illisible, pour ne pas la perdre",
    },
  },
  consents: {
    title: "Les lecteurs que vous avez autorisés",
    none: "Vous n’avez autorisé aucun lecteur externe. Chacun demande votre accord avant de se charger.",
    given: (hosts: readonly string[]) =>
      `Vous avez autorisé : ${hosts.join(", ")}. Leurs lecteurs en direct démarrent sans redemander.`,
    withdraw: "Retirer toutes les autorisations",
  },
  contactTitle: "Contact",
  contactText: "Une question sur la confidentialité ? Écrivez-nous par e-mail :",
};

/** Texts of the privacy policy; its points and date are fixed (S2.114 to S2.120). */
export const privacyMessages: Readonly<Record<Language, typeof en>> = { en, fr };
