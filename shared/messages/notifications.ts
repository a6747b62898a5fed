import type { Language } from "#shared/languages.ts";

const en = {
  welcome: "Welcome! Explore our live streams and sermon library.",
  panel: {
    title: "Reminders",
    text: "A short message on this device, even when the site is closed. You can turn it off at any time.",
    services: "Live services",
    servicesText: "15 minutes before each service",
    devotional: "Today's devotional",
    devotionalText: "Every morning at 6:00, Paris time",
    verse: "Verse of the day",
    verseText: "Every morning at 7:00, your time",
    blocked:
      "Notifications are blocked for this site. Allow them in your browser's settings, then try again.",
    unsupported:
      "This browser doesn't support reminders. On an iPhone or iPad, add the site to your home screen first.",
    failed: "Couldn't save your choice. Check your connection and try again.",
  },
  service: { remind: "Remind me", isOn: "Reminder is on" },
  plan: {
    title: "Daily reminder",
    hour: "Time",
    text: "No reminder once you've read that day. Reminders stop after three that you haven't opened.",
    none: "Reminders aren't available on this site.",
  },
};

const fr: typeof en = {
  welcome: "Bienvenue ! Découvrez nos directs et notre bibliothèque de sermons.",
  panel: {
    title: "Rappels",
    text: "Un court message sur cet appareil, même quand le site est fermé. Vous pouvez le désactiver à tout moment.",
    services: "Cultes en direct",
    servicesText: "15 minutes avant chaque culte",
    devotional: "La méditation du jour",
    devotionalText: "Chaque matin à 6 h, heure de Paris",
    verse: "Le verset du jour",
    verseText: "Chaque matin à 7 h, à votre heure",
    blocked:
      "Les notifications sont bloquées pour ce site. Autorisez-les dans les réglages de votre navigateur, puis réessayez.",
    unsupported:
      "Ce navigateur ne prend pas en charge les rappels. Sur un iPhone ou un iPad, ajoutez d’abord le site à l’écran d’accueil.",
    failed: "Impossible d’enregistrer votre choix. Vérifiez votre connexion et réessayez.",
  },
  service: { remind: "Me le rappeler", isOn: "Rappel activé" },
  plan: {
    title: "Rappel quotidien",
    hour: "Heure",
    text: "Aucun rappel une fois la lecture du jour faite. Les rappels s’arrêtent après trois non ouverts.",
    none: "Les rappels ne sont pas disponibles sur ce site.",
  },
};

/** Texts of the welcome notification and of the reminder settings. */
export const notificationMessages: Readonly<Record<Language, typeof en>> = { en, fr };
