import { backupNeeds, knownMigrations } from "#server/backup/backup-config.ts";
import { restoreBackup } from "#server/backup/restore/restore-backup.ts";
import { findBackup, LATEST } from "#server/backup/catalog/find-backup.ts";
import { createLogger } from "#server/kit/log.ts";
import type { Config } from "#server/settings/config.ts";

/**
 * Brings the embedded database back to a moment after the newest backup before it.
 *
 * @throws Error in one sentence when it cannot be restored.
 */
export async function restoreMoment(
  config: Config,
  momentMs: number,
  say: (line: string) => void,
): Promise<void> {
  const { places, ...needs } = backupNeeds(config, Date.now);
  const found = await findBackup(places, { name: LATEST, at: momentMs, now: Date.now() });
  const [place] = found.places;
  if (place === undefined) throw new Error("No place has the backup of this upgrade.");
  await restoreBackup({
    ...needs,
    ...found,
    place,
    migrations: knownMigrations(),
    uid: config.POSTGRES_UID ?? null,
    log: createLogger("silent"),
    say,
  });
}
