export const backupMail = {
  goodSubject: (site: string) => `${site}: the backup was restored and is whole`,
  good: (backup: string, place: string, rows: number) =>
    `The server restored the backup ${backup} from ${place} into a temporary folder: ${rows} rows, all as they were counted.`,
  badSubject: (site: string) => `${site}: the backup could not be restored`,
  bad: (backup: string, place: string) =>
    `The server tried to restore the backup ${backup} from ${place} into a temporary folder, and failed:`,
  remedy:
    "Make a new one (npm run backup) and look at the disk or the store. The server tries again tomorrow.",
};
