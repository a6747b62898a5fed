import type { devotional as en } from "#shared/messages/en/reading/devotional.ts";

export const devotional = {
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
    "Prenez un moment de silence. Que vous dit Dieu par cette parole, et quel pas ferez-vous aujourd’hui ?",
  subscribe: "S’abonner par RSS",

  keep: "Garder",
  keptTitle: "Méditations gardées",
  removeKept: (title: string) => `Ne plus garder « ${title} »`,
  notKept: "Ce navigateur ne garde pas les méditations : son stockage est plein ou désactivé.",
  read: "Lue",
  dayTitled: (day: string, title: string) => `${day} : ${title}`,
  dayRead: (day: string) => `${day}, lue`,
  share: "Partager",
  linkCopied: "Lien copié",
  copyFailed: "Ce navigateur n’a pas permis la copie",
  listen: "Écouter",
  stop: "Arrêter",
  preparing: "Préparation…",
  noVoices: "Aucune voix n’est installée sur cet appareil : il ne peut pas lire à voix haute.",

  voiceSettings: "Réglages de la voix",
  voiceIntro:
    "Sans clé, c’est la voix de votre appareil qui lit. Avec une clé du fournisseur vocal, c’est une voix de studio. La clé n’est conservée que sur cet appareil. Avec vos propres demandes, elle passe par notre serveur jusqu’au fournisseur ; nous ne la conservons pas.",
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
    "Choisissez un fichier JSON : une liste d’éléments avec day, title, verse et content. Ils remplacent les méditations sur cet appareil seulement.",
  chooseFile: "Choisir un fichier JSON",
  uploadSuccess: "Importation réussie !",
  uploaded: (count: number) =>
    count < 2 ? `${count} méditation importée.` : `${count} méditations importées.`,
  uploadFailed: "L’importation a échoué",
  uploadErrors: {
    type: "Veuillez choisir un fichier JSON.",
    size: "Le fichier peut avoir 2 Mo au plus.",
    syntax: "Le fichier n’est pas du JSON valide.",
    array: "Le JSON doit être une liste",
    count: "Un fichier peut contenir 400 entrées au plus.",
    depth: "Le fichier a trop de niveaux.",
    item: "Structure de méditation non valide",
    storage: "Cet appareil n’a plus de place pour le fichier.",
  },
  atItem: (reason: string, item: number) => `${reason} (élément ${item})`,
  invalidType: "Type de fichier non valide",
  ownEntries: (count: number) =>
    count < 2
      ? `Cet appareil montre ${count} entrée importée.`
      : `Cet appareil montre ${count} entrées importées.`,
  restore: "Revenir aux méditations d’origine",
  restored: "Les méditations d’origine sont de retour.",

  studioText:
    "Vous aidez à faire vivre ce site : ce que tout le monde lit se publie dans le studio, tout un fichier ou jour par jour.",
  studioOpen: "Publier dans le studio",
} satisfies typeof en;
