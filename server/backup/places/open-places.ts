import { join, resolve } from "node:path";
import type { Config } from "#server/settings/config.ts";
import type { BackupPlace } from "./backup-place.ts";
import { createDiskPlace } from "./disk-place.ts";

/** Where backups go; the first one is where a restore looks first. */
export function openPlaces(config: Config): readonly BackupPlace[] {
  const folder = config.BACKUP_DIR ?? join(config.DATA_DIR, "backups");
  return [createDiskPlace(resolve(folder))];
}
