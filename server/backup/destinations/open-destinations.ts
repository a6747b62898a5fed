import { join, resolve } from "node:path";
import type { Config } from "#server/settings/config.ts";
import { s3Settings } from "#server/settings/backend-settings.ts";
import type { BackupDestination } from "./backup-destination.ts";
import { createDiskDestination } from "./disk-destination.ts";
import { createS3Destination } from "./s3-destination.ts";

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
