import { join, resolve } from "node:path";
import type { Config } from "#server/settings/config.ts";
import { s3Settings } from "#server/settings/backend-settings.ts";
import type { BackupDestination } from "./destinations/backup-destination.ts";
import { createDiskDestination } from "./destinations/disk-destination.ts";
import { createS3Destination } from "./destinations/s3-destination.ts";
import { readdirSync } from "node:fs";
import { openObjectStore } from "#server/backend/storage/storage.ts";
import { MIGRATIONS_DIR } from "#server/database/open-database.ts";
import type { BackupDeps } from "./make-backup.ts";

/** Opens BACKUP_DIR, S3, or both; a restore reads the first one first. */
export function openDestinations(config: Config): readonly BackupDestination[] {
  const s3 = s3Settings(config, "BACKUP_S3_");
  const folder = config.BACKUP_DIR ?? (s3 === null ? join(config.DATA_DIR, "backups") : null);
  return [
    ...(folder === null ? [] : [createDiskDestination(resolve(folder))]),
    ...(s3 === null ? [] : [createS3Destination(s3, prefixOf(config.BACKUP_S3_PREFIX))]),
  ];
}

function prefixOf(text: string): string {
  const bare = text.replaceAll(/^\/+|\/+$/g, "");
  return bare === "" ? "" : `${bare}/`;
}

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
