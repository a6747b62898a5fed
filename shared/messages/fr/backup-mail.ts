import type { backupMail as en } from "#shared/messages/en/backup-mail.ts";

export const backupMail = {
  goodSubject: (site) => `${site} : la sauvegarde a été restaurée et elle est entière`,
  good: (backup, place, rows) =>
    `Le serveur a restauré la sauvegarde ${backup} depuis ${place} dans un dossier temporaire : ${rows} lignes, toutes comme elles avaient été comptées.`,
  badSubject: (site) => `${site} : la sauvegarde n’a pas pu être restaurée`,
  bad: (backup, place) =>
    `Le serveur a essayé de restaurer la sauvegarde ${backup} depuis ${place} dans un dossier temporaire, sans succès :`,
  remedy:
    "Faites-en une nouvelle (npm run backup) et vérifiez le disque ou l’espace de stockage. Le serveur réessaiera demain.",
  nightSubject: (site) => `${site} : la sauvegarde de la nuit n’a pas pu être faite`,
  night: "Le serveur a essayé de faire une sauvegarde, sans succès :",
  nightRemedy:
    "Le site continue. Le serveur réessaie toutes les heures et n’en écrira plus pendant une semaine. Vérifiez le disque ou l’espace de stockage, puis faites-en une vous-même : npm run backup.",
  oldSubject: (site) => `${site} : la dernière sauvegarde est ancienne`,
  old: (backup, hours) => `La dernière sauvegarde, ${backup}, a ${hours} heures.`,
  none: (hours) =>
    `Il n’y a pas encore de sauvegarde, ${hours} heures après le démarrage du serveur.`,
  oldRemedy:
    "Il en faut une chaque nuit. Le journal dit pourquoi il n’y en a pas eu (fault_began, backup) ; npm run backup en fait une maintenant. Si cela dure, vous l’apprendrez de nouveau dans une semaine.",
} satisfies typeof en;
