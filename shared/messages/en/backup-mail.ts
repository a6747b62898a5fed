export const backupMail = {
  goodSubject: (site: string) => `${site}: the backup was restored and is whole`,
  good: (backup: string, place: string, rows: number) =>
    `The server restored the backup ${backup} from ${place} into a temporary folder: ${rows} rows, all as they were counted.`,
  badSubject: (site: string) => `${site}: the backup could not be restored`,
  bad: (backup: string, place: string) =>
    `The server tried to restore the backup ${backup} from ${place} into a temporary folder, and failed:`,
  remedy:
    "Make a new one (npm run backup) and look at the disk or the store. The server tries again tomorrow.",
  nightSubject: (site: string) => `${site}: the backup of the night could not be made`,
  night: "The server tried to make a backup, and failed:",
  nightRemedy:
    "The site goes on. The server tries again every hour and writes no more of it for a week. Look at the disk or the store, then make one by hand: npm run backup.",
  oldSubject: (site: string) => `${site}: the newest backup is old`,
  old: (backup: string, hours: number) => `The newest backup, ${backup}, is ${hours} hours old.`,
  none: (hours: number) => `There is no backup yet, ${hours} hours after the server started.`,
  oldRemedy:
    "One is due every night. The log says why there was none (fault_began, backup); npm run backup makes one now. You will hear of it again in a week, should it last.",
};
