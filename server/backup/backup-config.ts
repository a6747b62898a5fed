import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { openObjectStore } from "#server/backend/storage/storage.ts";
import { MIGRATIONS_DIR } from "#server/database/open-database.ts";
import { s3Settings } from "#server/settings/backend-settings.ts";
import type { Config } from "#server/settings/config.ts";
import type { BackupDeps } from "./make-backup.ts";
import { openDestinations } from "./destinations/open-destinations.ts";

/** Dependencies of makeBackup for this configuration. */
export function backupDeps(config: Config, now: () => number): BackupDeps {
  const dataDir = resolve(config.DATA_DIR);
  return {
    dataDir,
    databaseUrl: config.databaseUrl,
    destinations: openDestinations(config),
    store: openObjectStore({ dataDir, s3: s3Settings(config) }),
    passphrase: config.BACKUP_PASSPHRASE ?? null,
    now,
  };
}

/** Versions of the migrations of this release. */
export function knownMigrations(): readonly string[] {
  return readdirSync(MIGRATIONS_DIR).map((file) => file.slice(0, file.indexOf("_")));
}
