import type { install as en } from "#shared/messages/en/devices/install.ts";

export const install = {
  card: {
    title: (name) => `Installer ${name}`,
    text: "Ouvrez l’application d’un seul geste, même hors connexion.",
    install: "Installer",
    later: "Plus tard",
    close: "Fermer",
  },
  manual: {
    title: (name) => `Installer ${name} vous-même`,
    mobile:
      "Ouvrez le menu de partage de votre navigateur et choisissez « Sur l’écran d’accueil ». Sur Android, il se trouve parfois dans le menu à trois points.",
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
} satisfies typeof en;
