import { resolve } from "node:path";
import { backupNeeds } from "#server/backup/backup-inputs.ts";
import { type BackupNeeds, makeBackup } from "#server/backup/make-backup.ts";
import { pruneBackups } from "#server/backup/shelf/prune-backups.ts";
import { withRunningDatabase } from "#server/backup/running-database.ts";
import { parseConfig } from "#server/settings/config.ts";
import { runCommand } from "./run-command.ts";
import { requireServerFolder } from "./server-folder.ts";

/**
 * Makes a backup now, beside the running server or without one: `npm run backup`. The server makes one every
 * night by itself.
 */
async function main(): Promise<void> {
  const config = parseConfig(process.env);
  if (config.SUPABASE_URL !== undefined) {
    throw new Error(
      "Accounts, tables and files are in a Supabase project: its own backups hold them.",
    );
  }
  if (config.DATABASE_URL !== undefined) {
    throw new Error(
      "The database is at DATABASE_URL: back it up on its own server, with pg_dump or what its provider offers. Its secrets are in it; uploaded files are in S3 or in DATA_DIR/storage.",
    );
  }
  requireServerFolder(resolve(config.DATA_DIR));
  const needs = backupNeeds(config, Date.now);
  const record = await withRunningDatabase(config, () => makeBackup(needs));
  for (const place of needs.places) await pruneBackups(place, Date.now());
  console.log(`The backup ${record.name} is in ${labels(needs)}.`);
  const { count, bytes } = record.objects;
  console.log(`It holds the database and ${count} uploaded files (${Math.ceil(bytes / 1e6)} MB).`);
}

function labels({ places }: BackupNeeds): string {
  return places.map(({ label }) => label).join(" and ");
}

await runCommand(main);
