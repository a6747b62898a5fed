import { resolve } from "node:path";
import { backupDeps } from "@reign-tv/operations/backup/backup-config.ts";
import { type BackupDeps, makeBackup } from "@reign-tv/operations/backup/make-backup.ts";
import type { BackupManifest } from "@reign-tv/operations/backup/catalog/backup-manifest.ts";
import { HELD_BY_PROJECT } from "@reign-tv/operations/backup/open-backups.ts";
import { pruneBackups } from "@reign-tv/operations/backup/catalog/prune-backups.ts";
import { prepareDataDir } from "@reign-tv/backend";
import { withRunningDatabase } from "@reign-tv/backend/operations";
import { databaseSettings } from "#server/settings/backend-settings.ts";
import { backupSettings } from "#server/settings/backup-settings.ts";
import { parseConfig } from "#server/settings/config.ts";
import { megabytes } from "@reign-tv/kit/files/disk-space.ts";
import { runCommand, requireServerFolder } from "./run-command.ts";

/**
 * Makes a backup now, with or without a running server: `npm run backup`. The server makes one every night by
 * itself.
 */
async function main(): Promise<void> {
  const config = parseConfig(process.env);
  if (config.SUPABASE_URL !== undefined) throw new Error(HELD_BY_PROJECT);
  const isOwn = config.databaseUrl === null;
  if (isOwn) requireServerFolder(resolve(config.DATA_DIR));
  else prepareDataDir(resolve(config.DATA_DIR));
  const deps = backupDeps(backupSettings(config), Date.now);
  const make = (): Promise<BackupManifest> => makeBackup(deps);
  const record = await (isOwn ? withRunningDatabase(databaseSettings(config), make) : make());
  for (const destination of deps.destinations) await pruneBackups(destination, Date.now());
  console.log(`Backup ${record.name} written to ${labels(deps)}.`);
  const { count, bytes } = record.objects;
  const what = isOwn ? "the database" : "the rows at DATABASE_URL as of now";
  const films = record.media === null ? "" : `, ${megabytes(record.media.bytes)} MB of own videos`;
  console.log(`Contains ${what}, ${count} uploaded files (${megabytes(bytes)} MB)${films}.`);
}

function labels({ destinations }: BackupDeps): string {
  return destinations.map(({ label }) => label).join(" and ");
}

await runCommand(main);
