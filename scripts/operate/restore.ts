import { parseArgs } from "node:util";
import { backupNeeds, knownMigrations } from "#server/backup/backup-inputs.ts";
import { listBackups, readRecord } from "#server/backup/shelf/backup-shelf.ts";
import { findBackup } from "#server/backup/shelf/find-backup.ts";
import type { BackupPlace } from "#server/backup/places/backup-place.ts";
import { restoreBackup, type RestoreReport } from "#server/backup/restore/restore-backup.ts";
import { createLogger } from "#server/kit/log.ts";
import { type Config, parseConfig } from "#server/settings/config.ts";
import { runCommand } from "./run-command.ts";

/**
 * Brings a backup back, while the server is stopped:
 *
 *   npm run restore                                     lists the backups
 *   npm run restore -- latest                           the newest one and all that was archived since
 *   npm run restore -- 2026-11-22T030000Z               that backup, as it was
 *   npm run restore -- latest --at "2026-11-22 10:30"   the state of that moment, in this machine's time
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { at: { type: "string" } },
    allowPositionals: true,
  });
  const config = parseConfig(process.env);
  const { places, ...needs } = backupNeeds(config, Date.now);
  const [name] = positionals;
  if (name === undefined) {
    await showBackups(places);
    return;
  }
  requireEmbedded(config);
  const found = await findBackup(places, { name, at: parseMoment(values.at) });
  const report = await fromFirstGood(found.places, (place) =>
    restoreBackup({
      ...needs,
      ...found,
      place,
      migrations: knownMigrations(),
      uid: config.POSTGRES_UID ?? null,
      log: createLogger("silent"),
      say: (line) => console.log(line),
    }),
  );
  for (const line of reportLines(report)) console.log(line);
}

function requireEmbedded(config: Config): void {
  if (config.SUPABASE_URL !== undefined || config.DATABASE_URL !== undefined) {
    throw new Error(
      "The database is on another server (DATABASE_URL, SUPABASE_URL): restore it there. Unset both to restore into DATA_DIR.",
    );
  }
}

/** @returns milliseconds since the epoch; null when nothing was said. */
function parseMoment(text: string | undefined): number | null {
  if (text === undefined) return null;
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) {
    throw new Error(
      `"${text}" is no time: write it as "2026-11-22 10:30" or 2026-11-22T10:30:00Z.`,
    );
  }
  return moment;
}

async function showBackups(places: readonly BackupPlace[]): Promise<void> {
  for (const place of places) {
    console.log(`${place.label}:`);
    for (const name of await listBackups(place)) {
      const { product, files, database } = await readRecord(place, name);
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const kind = database === null ? "uploaded files" : "database and uploaded files";
      console.log(`  ${name}  release ${product}, ${Math.ceil(bytes / 1e6)} MB, ${kind}`);
    }
  }
  console.log(
    "Restore one by npm run restore -- <name>, or the newest state by npm run restore -- latest.",
  );
}

/** A copy that is damaged in one place may be whole in the next. */
async function fromFirstGood<T>(
  places: readonly BackupPlace[],
  work: (place: BackupPlace) => Promise<T>,
): Promise<T> {
  for (const [index, place] of places.entries()) {
    try {
      return await work(place);
    } catch (error) {
      if (index === places.length - 1) throw error;
      console.error(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error("No place has this backup.");
}

function reportLines(report: RestoreReport): string[] {
  const { rows, keptCluster, objectsBrought, objectsMissing, keysBrought } = report;
  const tables = Object.entries(rows).filter(([, count]) => count > 0);
  return [
    "The database is in place. Rows of each table, and of the one before:",
    ...tables.map(([name, count]) => `  ${name}: ${count}${before(report, name)}`),
    `Uploaded files brought: ${objectsBrought}; missing: ${objectsMissing}.`,
    ...(keysBrought.length > 0 ? [`Keys brought: ${keysBrought.join(", ")}.`] : []),
    ...(keptCluster === null
      ? []
      : [`The database from before is kept in ${keptCluster}: delete it when all is well.`]),
    "Start the server.",
  ];
}

function before({ rowsBefore }: RestoreReport, name: string): string {
  return rowsBefore === null ? "" : ` (${rowsBefore[name] ?? 0})`;
}

await runCommand(main);
