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
} satisfies typeof en;
