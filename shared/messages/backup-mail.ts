import type { Language } from "#shared/languages.ts";

const en = {
  goodSubject: (site: string) => `${site}: the backup was restored and is whole`,
  good: (backup: string, place: string, rows: number) =>
    `The server restored the backup ${backup} from ${place} into a temporary folder: ${rows} rows, all as they were counted.`,
  badSubject: (site: string) => `${site}: the backup could not be restored`,
  bad: (backup: string, place: string) =>
    `The server tried to restore the backup ${backup} from ${place} into a temporary folder, and failed:`,
  hint: "Make a new one (npm run backup) and look at the disk or the store. The server tries again tomorrow.",
  nightSubject: (site: string) => `${site}: the backup of the night could not be made`,
  night: "The server tried to make a backup, and failed:",
  nightlyHint:
    "The site goes on. The server tries again every hour and writes no more of it for a week. Look at the disk or the store, then make one by hand: npm run backup.",
  oldSubject: (site: string) => `${site}: the newest backup is old`,
  old: (backup: string, hours: number) => `The newest backup, ${backup}, is ${hours} hours old.`,
  none: (hours: number) => `There is no backup yet, ${hours} hours after the server started.`,
  oldHint:
    "One is due every night. The log says why there was none (fault_began, backup); npm run backup makes one now. You will hear of it again in a week, should it last.",
};

const fr: typeof en = {
  goodSubject: (site) => `${site} : la sauvegarde a été restaurée et elle est entière`,
  good: (backup, place, rows) =>
    `Le serveur a restauré la sauvegarde ${backup} depuis ${place} dans un dossier temporaire : ${rows} lignes, toutes comme elles avaient été comptées.`,
  badSubject: (site) => `${site} : la sauvegarde n’a pas pu être restaurée`,
  bad: (backup, place) =>
    `Le serveur a essayé de restaurer la sauvegarde ${backup} depuis ${place} dans un dossier temporaire, sans succès :`,
  hint: "Faites-en une nouvelle (npm run backup) et vérifiez le disque ou l’espace de stockage. Le serveur réessaiera demain.",
  nightSubject: (site) => `${site} : la sauvegarde de la nuit n’a pas pu être faite`,
  night: "Le serveur a essayé de faire une sauvegarde, sans succès :",
  nightlyHint:
    "Le site continue. Le serveur réessaie toutes les heures et n’en écrira plus pendant une semaine. Vérifiez le disque ou l’espace de stockage, puis faites-en une vous-même : npm run backup.",
  oldSubject: (site) => `${site} : la dernière sauvegarde est ancienne`,
  old: (backup, hours) => `La dernière sauvegarde, ${backup}, a ${hours} heures.`,
  none: (hours) =>
    `Il n’y a pas encore de sauvegarde, ${hours} heures après le démarrage du serveur.`,
  oldHint:
    "Il en faut une chaque nuit. Le journal dit pourquoi il n’y en a pas eu (fault_began, backup) ; npm run backup en fait une maintenant. Si cela dure, vous l’apprendrez de nouveau dans une semaine.",
};

/** Texts of backup mails to the operator. */
export const backupMailMessages: Readonly<Record<Language, typeof en>> = { en, fr };
