import type { FaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { backupDeps, type BackupSettings } from "./backup-config.ts";
import type { BackupState } from "./backup-state.ts";
import {
  type BackupScheduler,
  type BackupSchedulerDeps,
  startBackups,
} from "./scheduler/start-backups.ts";

/** State of a server with an external Supabase project. */
export const HELD_BY_PROJECT =
  "Accounts, tables and files are in a Supabase project. Use the project's own backups.";

type OpenBackupsDeps = Pick<BackupSchedulerDeps, "now" | "log" | "notify"> & {
  readonly faults: FaultRegistry;
};

/** Starts the backups of a server. When it makes none, its state and the log say why. */
export async function openBackups(
  settings: BackupSettings,
  { now, log, faults, notify }: OpenBackupsDeps,
): Promise<BackupScheduler> {
  const { time, uid, databaseUrl, s3 } = settings;
  const missing = whyNone(settings);
  if (time === null || missing !== null) return none(missing ?? "", log);
  if (databaseUrl !== null) {
    log.info(
      { event: "backups_of_rows" },
      "Backups contain the rows at DATABASE_URL and the uploaded files of each night. For changes made between two nights set up backups of the database server itself",
    );
  }
  return startBackups({
    ...backupDeps(settings, now),
    migrationsDir: settings.migrationsDir,
    time,
    uid,
    isStoreLocal: s3 === null,
    log,
    report: faults.report,
    notify,
  });
}

/** Reason why a server makes no backups, in one sentence; null when it does. */
export function whyNone({
  isProject,
  time,
  folder,
  bucket,
  databaseUrl,
}: BackupSettings): string | null {
  if (isProject) return HELD_BY_PROJECT;
  if (time === null) return "BACKUP_TIME is off: this server makes no backups.";
  if (databaseUrl === null || folder !== null || bucket !== null) return null;
  return "The database is at DATABASE_URL, and neither BACKUP_DIR nor BACKUP_S3_ENDPOINT is set: this server makes no backups.";
}

function none(missing: string, log: Logger): BackupScheduler {
  log.warn({ event: "no_backups" }, missing);
  const state: BackupState = {
    missing,
    hasMedia: false,
    newest: null,
    newestAt: null,
    logWaitingSeconds: null,
    alarms: {},
    proof: null,
  };
  return { state: () => state, stop: () => Promise.resolve() };
}
