import type { Language } from "#shared/language.ts";

const en = {
  title: "Daily Devotional",
  description: "A verse, a short reading and a prayer for each day. Read it, or listen to it.",
  subtitle: "A verse, a few words and a prayer to begin the day with God.",
  chooseDay: "Choose a day",
  day: (day: number) => `Day ${day}`,
  today: "Today",
  noEntry: "There is no devotional for this day yet.",
  readToday: "Read today’s devotional",
  loadFailed: "This devotional could not be loaded.",
  tryAgain: "Try again",
  previousDay: "Previous day",
  nextDay: "Next day",
  yesterday: "Yesterday",
  tomorrow: "Tomorrow",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  reflection: "Reflection",
  reflectionPrompt:
    "Take a quiet moment. What is God saying to you through this word, and what one step will you take today?",
  subscribe: "Subscribe by RSS",

  listen: "Listen",
  stop: "Stop",
  preparing: "Preparing…",
  noVoices: "This device has no voices installed, so it cannot read aloud.",

  voiceSettings: "Voice settings",
  voiceIntro:
    "Without a key, your device’s own voice reads. With a key of the speech provider, a studio voice does. The key is kept on this device alone. It passes through our server to the provider with your own requests; we do not keep it.",
  voiceKey: "Speech-provider API key",
  voiceKeyPlaceholder: "Paste your key",
  voiceKeySaved: (ending: string) => `A key ending in ${ending} is saved on this device.`,
  save: "Save",
  testVoice: "Test Voice",
  remove: "Remove",
  keySaved: "API Key Saved",
  keySavedText: "Devotionals are now read with the provider’s voice.",
  keyRemoved: "API key removed",
  invalidKey: "Invalid API Key",
  invalidKeyText: "Please enter a valid speech-provider API key.",
  testFailed: "Voice Test Failed",
  testFailedText: "Please check your API key and try again.",

  uploadTitle: "Upload devotionals",
  close: "Close",
  uploadIntro:
    "Choose a JSON file: an array of items with day, title, verse and content. They replace the devotionals on this device only.",
  chooseFile: "Choose a JSON file",
  uploadSuccess: "Upload successful!",
  uploaded: (count: number) => `Uploaded ${count} devotional entries.`,
  uploadFailed: "Upload failed",
  uploadErrors: {
    type: "Please upload a JSON file.",
    size: "The file may be at most 2 MB.",
    syntax: "The file is not valid JSON.",
    array: "JSON must be an array",
    count: "A file may hold at most 400 entries.",
    depth: "The file is nested too deeply.",
    item: "Invalid devotional item structure",
    storage: "This device has no room for the file.",
  },
  invalidType: "Invalid file type",
  ownEntries: (count: number) =>
    count === 1
      ? "This device shows 1 uploaded entry."
      : `This device shows ${count} uploaded entries.`,
  restore: "Show the original devotionals again",
  restored: "The original devotionals are back.",

  publishTitle: "Publish for everyone",
  publishIntro:
    "Entries of the file become devotionals of the chosen month, for every visitor. What was published for the same days is replaced.",
  publishMonth: "Month",
  publishLanguage: "Language",
  languages: { en: "English", fr: "French" },
  publish: "Publish for everyone",
  publishing: "Publishing…",
  published: (count: number) =>
    count === 1 ? "1 devotional is published." : `${count} devotionals are published.`,
  publishFailed: "Publishing failed",
  publishUnreachable: "The server could not be reached. Check your connection and try again.",
  publishRefused: (days: string) => `These days cannot be published: ${days}.`,
};

const fr = {
  title: "Méditation du jour",
  description: "Un verset, une courte lecture et une prière pour chaque jour. À lire ou à écouter.",
  subtitle: "Un verset, quelques mots et une prière pour commencer la journée avec Dieu.",
  chooseDay: "Choisir un jour",
  day: (day: number) => `Jour ${day}`,
  today: "Aujourd’hui",
  noEntry: "Il n’y a pas encore de méditation pour ce jour.",
  readToday: "Lire la méditation d’aujourd’hui",
  loadFailed: "Cette méditation n’a pas pu être chargée.",
  tryAgain: "Réessayer",
  previousDay: "Jour précédent",
  nextDay: "Jour suivant",
  yesterday: "Hier",
  tomorrow: "Demain",
  previousMonth: "Mois précédent",
  nextMonth: "Mois suivant",
  reflection: "Réflexion",
  reflectionPrompt:
    "Prenez un moment de silence. Que vous dit Dieu par cette parole, et quel pas ferez-vous aujourd’hui ?",
  subscribe: "S’abonner par RSS",

  listen: "Écouter",
  stop: "Arrêter",
  preparing: "Préparation…",
  noVoices: "Aucune voix n’est installée sur cet appareil : il ne peut pas lire à voix haute.",

  voiceSettings: "Réglages de la voix",
  voiceIntro:
    "Sans clé, c’est la voix de votre appareil qui lit. Avec une clé du fournisseur vocal, c’est une voix de studio. La clé n’est conservée que sur cet appareil. Avec vos propres demandes, elle passe par notre serveur jusqu’au fournisseur ; nous ne la conservons pas.",
  voiceKey: "Clé d’API du fournisseur vocal",
  voiceKeyPlaceholder: "Collez votre clé",
  voiceKeySaved: (ending: string) =>
    `Une clé finissant par ${ending} est enregistrée sur cet appareil.`,
  save: "Enregistrer",
  testVoice: "Tester la voix",
  remove: "Supprimer",
  keySaved: "Clé d’API enregistrée",
  keySavedText: "Les méditations sont désormais lues avec la voix du fournisseur.",
  keyRemoved: "Clé d’API supprimée",
  invalidKey: "Clé d’API non valide",
  invalidKeyText: "Veuillez saisir une clé d’API valide du fournisseur vocal.",
  testFailed: "Le test de la voix a échoué",
  testFailedText: "Veuillez vérifier votre clé d’API et réessayer.",

  uploadTitle: "Importer des méditations",
  close: "Fermer",
  uploadIntro:
    "Choisissez un fichier JSON : une liste d’éléments avec day, title, verse et content. Ils remplacent les méditations sur cet appareil seulement.",
  chooseFile: "Choisir un fichier JSON",
  uploadSuccess: "Importation réussie !",
  uploaded: (count: number) =>
    count < 2 ? `${count} méditation importée.` : `${count} méditations importées.`,
  uploadFailed: "L’importation a échoué",
  uploadErrors: {
    type: "Veuillez choisir un fichier JSON.",
    size: "Le fichier peut avoir 2 Mo au plus.",
    syntax: "Le fichier n’est pas du JSON valide.",
    array: "Le JSON doit être une liste",
    count: "Un fichier peut contenir 400 entrées au plus.",
    depth: "Le fichier a trop de niveaux.",
    item: "Structure de méditation non valide",
    storage: "Cet appareil n’a plus de place pour le fichier.",
  },
  invalidType: "Type de fichier non valide",
  ownEntries: (count: number) =>
    count < 2
      ? `Cet appareil montre ${count} entrée importée.`
      : `Cet appareil montre ${count} entrées importées.`,
  restore: "Revenir aux méditations d’origine",
  restored: "Les méditations d’origine sont de retour.",

  publishTitle: "Publier pour tous",
  publishIntro:
    "Les entrées du fichier deviennent les méditations du mois choisi, pour tous les visiteurs. Ce qui était publié pour les mêmes jours est remplacé.",
  publishMonth: "Mois",
  publishLanguage: "Langue",
  languages: { en: "anglais", fr: "français" },
  publish: "Publier pour tous",
  publishing: "Publication…",
  published: (count: number) =>
    count < 2 ? `${count} méditation est publiée.` : `${count} méditations sont publiées.`,
  publishFailed: "La publication a échoué",
  publishUnreachable: "Le serveur est injoignable. Vérifiez votre connexion et réessayez.",
  publishRefused: (days: string) => `Ces jours ne peuvent pas être publiés : ${days}.`,
} satisfies typeof en;

/** Texts of the devotional page. Loaded with the page, in both languages. */
export const devotionalMessages: Readonly<Record<Language, typeof en>> = { en, fr };
