import type { FaultRegistry } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";
import { s3Settings } from "#server/settings/backend-settings.ts";
import type { Config } from "#server/settings/config.ts";
import { backupDeps } from "./backup-config.ts";
import type { BackupState } from "./backup-state.ts";
import { createOperatorNotifier, type OperatorNotifierDeps } from "./operator-mail.ts";
import { startBackups, type BackupScheduler } from "./scheduler/start-backups.ts";

/** State of a server with an external Supabase project. */
export const HELD_BY_PROJECT =
  "Accounts, tables and files are in a Supabase project: its own backups hold them.";

type OpenBackupsDeps = OperatorNotifierDeps & { readonly faults: FaultRegistry };

/** Starts the backups of a server. When it makes none, its state and the log say why. */
export async function openBackups(config: Config, deps: OpenBackupsDeps): Promise<BackupScheduler> {
  const { now, log, faults } = deps;
  const time = config.BACKUP_TIME;
  const missing = whyNone(config);
  if (time === null || missing !== null) return none(missing ?? "", log);
  if (config.databaseUrl !== null) {
    log.info(
      { event: "backups_of_rows" },
      "Backups hold the rows at DATABASE_URL and the uploaded files as of each night: for what is written between two nights see to backups of its own server",
    );
  }
  return startBackups({
    ...backupDeps(config, now),
    time,
    uid: config.POSTGRES_UID ?? null,
    isStoreLocal: s3Settings(config) === null,
    log,
    report: faults.report,
    notify: createOperatorNotifier(config, deps),
  });
}

/** Reason why this configuration makes no backups, in one sentence; null when it does. */
export function whyNone(
  config: Pick<
    Config,
    "BACKUP_TIME" | "BACKUP_DIR" | "BACKUP_S3_ENDPOINT" | "databaseUrl" | "SUPABASE_URL"
  >,
): string | null {
  if (config.SUPABASE_URL !== undefined) {
    return HELD_BY_PROJECT;
  }
  if (config.BACKUP_TIME === null) return "BACKUP_TIME is off: this server makes no backups.";
  const isNamed = config.BACKUP_DIR !== undefined || config.BACKUP_S3_ENDPOINT !== undefined;
  if (config.databaseUrl === null || isNamed) return null;
  return "The database is at DATABASE_URL, and neither BACKUP_DIR nor BACKUP_S3_ENDPOINT is set: this server backs up nothing, neither rows nor uploaded files.";
}

function none(missing: string, log: Logger): BackupScheduler {
  log.warn({ event: "no_backups" }, missing);
  const state: BackupState = {
    missing,
    newest: null,
    newestAt: null,
    logWaitingSeconds: null,
    alarms: {},
    proof: null,
  };
  return { state: () => state, stop: () => Promise.resolve() };
}
