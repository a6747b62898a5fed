import type { notifications as en } from "#shared/messages/en/notifications.ts";

export const notifications = {
  welcome: "Bienvenue ! Découvrez nos directs et notre bibliothèque de prédications.",
  panel: {
    title: "Rappels",
    text: "Un court message sur cet appareil, même quand le site est fermé. Vous pouvez y mettre fin à tout moment.",
    services: "Un culte va commencer",
    servicesText: "15 minutes avant chaque culte",
    devotional: "La méditation du jour",
    devotionalText: "Chaque matin à 6 h, heure de Paris",
    verse: "Le verset du jour",
    verseText: "Chaque matin à 7 h, à l’heure de cet appareil",
    blocked:
      "Les notifications sont bloquées pour ce site. Autorisez-les dans les réglages de votre navigateur, puis réessayez.",
    unsupported:
      "Ce navigateur n’affiche pas de rappels. Sur un iPhone ou un iPad, ajoutez d’abord le site à l’écran d’accueil.",
    failed: "Votre choix n’a pas pu être enregistré. Vérifiez votre connexion et réessayez.",
  },
  plan: {
    title: "Me le rappeler une fois par jour",
    hour: "À",
    text: "Silencieux les jours où vous avez lu, et après trois rappels que vous n’avez pas ouverts.",
    none: "Ce site n’envoie pas de rappels. Votre plan vous attend ici.",
  },
} satisfies typeof en;
