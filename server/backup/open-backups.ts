import type { FaultBook } from "#server/kit/faults.ts";
import type { Logger } from "#server/kit/log.ts";
import { s3Settings } from "#server/settings/backend-settings.ts";
import type { Config } from "#server/settings/config.ts";
import { backupNeeds } from "./backup-inputs.ts";
import { startBackups, type SteadyBackups } from "./steady/start-backups.ts";

/**
 * Starts the backups of a server with an embedded database.
 *
 * @returns null where they are switched off, or the database is another server's.
 */
export async function openBackups(
  config: Config,
  parts: { readonly now: () => number; readonly log: Logger; readonly faults: FaultBook },
): Promise<SteadyBackups | null> {
  const { now, log, faults } = parts;
  const time = config.BACKUP_TIME;
  if (time === null) return null;
  if (config.DATABASE_URL !== undefined) {
    log.info(
      { event: "no_backups" },
      "The database at DATABASE_URL is in no backup of this server: see to those of its own",
    );
    return null;
  }
  return startBackups({
    ...backupNeeds(config, now),
    time,
    isStoreHere: s3Settings(config) === null,
    log,
    report: faults.report,
  });
}
