import type { Language } from "#shared/languages.ts";

const en = {
  card: {
    title: (name: string) => `Install ${name}`,
    text: "Open it with one tap, even offline.",
    install: "Install",
    later: "Later",
    close: "Close",
  },
  manual: {
    title: (name: string) => `How to install ${name}`,
    mobile:
      'Open your browser\'s share menu and choose "Add to Home Screen". On Android it may be in the three-dot menu.',
    desktop:
      "Click the install icon at the right end of your browser's address bar. If there is none, look for \"Install\" in the browser's menu.",
    tv: 'Bookmark this page in your TV\'s browser: press the star or Menu button on your remote and choose "Add to bookmarks". Next time, open it from your bookmarks.',
    understood: "OK",
  },
  tv: {
    title: (name: string, platform: string) => `Watching on ${platform}? Install ${name}`,
    text: "Live channels and the latest videos, made for your remote control.",
    install: "Install App",
    open: "Open the TV version",
  },
};

const fr: typeof en = {
  card: {
    title: (name) => `Installer ${name}`,
    text: "Ouvrez l’application d’un seul geste, même hors ligne.",
    install: "Installer",
    later: "Plus tard",
    close: "Fermer",
  },
  manual: {
    title: (name) => `Comment installer ${name}`,
    mobile:
      "Ouvrez le menu de partage de votre navigateur et choisissez « Sur l’écran d’accueil ». Sur Android, l’option se trouve parfois dans le menu à trois points.",
    desktop:
      "Cliquez sur l’icône d’installation à droite de la barre d’adresse. Si elle n’y est pas, cherchez « Installer » dans le menu du navigateur.",
    tv: "Ajoutez cette page aux favoris du navigateur de votre téléviseur : appuyez sur l’étoile ou sur la touche Menu de la télécommande, puis choisissez « Ajouter aux favoris ». La prochaine fois, ouvrez-la depuis vos favoris.",
    understood: "OK",
  },
  tv: {
    title: (name, platform) => `Vous regardez sur ${platform} ? Installez ${name}`,
    text: "Chaînes en direct et dernières vidéos, pensées pour votre télécommande.",
    install: "Installer l’application",
    open: "Ouvrir la version TV",
  },
};

/** Texts of the install card and the Smart-TV banner. */
export const installMessages: Readonly<Record<Language, typeof en>> = { en, fr };
