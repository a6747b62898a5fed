import type { Language } from "#shared/languages.ts";

const en = {
  welcome: "Welcome! Explore our live streams and sermon library.",
  panel: {
    title: "Reminders",
    text: "A short message on this device, also when the site is closed. You can end it at any time.",
    services: "A service is about to start",
    servicesText: "15 minutes before each service",
    devotional: "Today's devotional",
    devotionalText: "Every morning at 6:00, Paris time",
    verse: "Verse of the day",
    verseText: "Every morning at 7:00, by this device's clock",
    blocked:
      "Notifications are blocked for this site. Allow them in your browser's settings, then try again.",
    unsupported:
      "This browser shows no reminders. On an iPhone or iPad, add the site to your home screen first.",
    failed: "Your choice could not be saved. Check your connection and try again.",
  },
  service: { remind: "Remind me", isOn: "Reminder is on" },
  plan: {
    title: "Remind me once a day",
    hour: "At",
    text: "Silent on days that you have read, and after three reminders that you have not opened.",
    none: "This site sends no reminders. Your plan waits for you here.",
  },
};

const fr: typeof en = {
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
  service: { remind: "Me le rappeler", isOn: "Rappel activé" },
  plan: {
    title: "Me le rappeler une fois par jour",
    hour: "À",
    text: "Silencieux les jours où vous avez lu, et après trois rappels que vous n’avez pas ouverts.",
    none: "Ce site n’envoie pas de rappels. Votre plan vous attend ici.",
  },
};

/** Texts of the welcome notification and of the reminder settings. */
export const notificationMessages: Readonly<Record<Language, typeof en>> = { en, fr };
