import type { Language } from "#shared/languages.ts";

const en = {
  goodSubject: (site: string) => `${site}: backup verified`,
  good: (backup: string, place: string, rows: number) =>
    `Test restore of backup ${backup} from ${place} into a temporary folder: successful. All ${rows} rows are there.`,
  badSubject: (site: string) => `${site}: backup could not be restored`,
  bad: (backup: string, place: string) =>
    `The test restore of backup ${backup} from ${place} into a temporary folder failed:`,
  hint: "Make a new backup (npm run backup) and check the disk or storage. The server tries again tomorrow.",
  nightSubject: (site: string) => `${site}: last night's backup failed`,
  night: "The server could not make a backup:",
  nightlyHint:
    "The site keeps running. The server tries again every hour and won't email you about it again for a week. Check the disk or storage, then make a backup yourself: npm run backup.",
  oldSubject: (site: string) => `${site}: latest backup is too old`,
  old: (backup: string, hours: number) => `The latest backup, ${backup}, is ${hours} hours old.`,
  none: (hours: number) => `There is no backup yet, ${hours} hours after the server started.`,
  oldHint:
    "A backup is due every night. The server log says why there was none (fault_began, backup). Run npm run backup to make one now. If this continues, you'll get another email in a week.",
};

const fr: typeof en = {
  goodSubject: (site) => `${site} : sauvegarde vérifiée`,
  good: (backup, place, rows) =>
    `Restauration d’essai de la sauvegarde ${backup} depuis ${place} dans un dossier temporaire : réussie. Les ${rows} lignes sont toutes là.`,
  badSubject: (site) => `${site} : échec de la restauration d’essai`,
  bad: (backup, place) =>
    `La restauration d’essai de la sauvegarde ${backup} depuis ${place} dans un dossier temporaire a échoué :`,
  hint: "Faites une nouvelle sauvegarde (npm run backup) et vérifiez le disque ou le stockage. Le serveur réessaiera demain.",
  nightSubject: (site) => `${site} : échec de la sauvegarde de la nuit`,
  night: "Le serveur n’a pas pu faire de sauvegarde :",
  nightlyHint:
    "Le site continue de fonctionner. Le serveur réessaie toutes les heures et ne vous écrira plus à ce sujet pendant une semaine. Vérifiez le disque ou le stockage, puis faites une sauvegarde vous-même : npm run backup.",
  oldSubject: (site) => `${site} : la dernière sauvegarde est trop ancienne`,
  old: (backup, hours) => `La dernière sauvegarde, ${backup}, date d’il y a ${hours} heures.`,
  none: (hours) =>
    `Il n’y a pas encore de sauvegarde, ${hours} heures après le démarrage du serveur.`,
  oldHint:
    "Une sauvegarde est prévue chaque nuit. Le journal du serveur dit pourquoi elle manque (fault_began, backup). Lancez npm run backup pour en faire une maintenant. Si le problème persiste, vous recevrez un autre e-mail dans une semaine.",
};

/** Texts of backup mails to the operator. */
export const backupMailMessages: Readonly<Record<Language, typeof en>> = { en, fr };
