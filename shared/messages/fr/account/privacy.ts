import type { privacy as en } from "#shared/messages/en/account/privacy.ts";

export const privacy = {
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
} satisfies typeof en;
