import { parseArgs } from "node:util";
import { backupDeps } from "@reign-tv/operations/backup/backup-config.ts";
import {
  listBackups,
  readManifest,
  assertSameSite,
} from "@reign-tv/operations/backup/catalog/backup-catalog.ts";
import { findBackup, LATEST } from "@reign-tv/operations/backup/catalog/find-backup.ts";
import type { BackupDestination } from "@reign-tv/operations/backup/destinations/backup-destination.ts";
import {
  restoreBackup,
  type RestoreReport,
} from "@reign-tv/operations/backup/restore/restore-backup.ts";
import { restoreRows, type RowsReport } from "@reign-tv/operations/backup/restore/restore-rows.ts";
import { MIGRATIONS_DIR } from "#server/settings/backend-settings.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { backupSettings } from "#server/settings/backup-settings.ts";
import { type Config, parseConfig } from "#server/settings/config.ts";
import { megabytes } from "@reign-tv/kit/files/disk-space.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { runCommand } from "./run-command.ts";

/**
 * Restores a backup, while the server is stopped:
 *
 *   npm run restore                                     lists the backups
 *   npm run restore -- latest                           the newest one and all WAL that was archived since
 *   npm run restore -- 2026-11-22T030000Z               that backup, as it was
 *   npm run restore -- latest --at "2026-11-22 10:30"   the state at that time, in this machine's time zone
 *   npm run restore -- latest --without-keys            when BACKUP_PASSPHRASE is lost
 *   npm run restore -- latest --accept-unsigned         one that was made before BACKUP_PASSPHRASE was set
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: {
      at: { type: "string" },
      "without-keys": { type: "boolean", default: false },
      "accept-unsigned": { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const config = parseConfig(process.env);
  const { destinations, ...deps } = backupDeps(backupSettings(config), Date.now);
  const [name] = positionals;
  if (name === undefined) {
    await showBackups(destinations);
    return;
  }
  if (config.SUPABASE_URL !== undefined) {
    throw new Error(
      "Accounts, tables and files are in a Supabase project: restore them there. Unset SUPABASE_URL to restore into DATA_DIR.",
    );
  }
  const at = parseTime(values.at);
  const found = await findBackup(destinations, { name, at, now: Date.now() });
  const [first] = found.destinations;
  if (name === LATEST && at === null && first !== undefined) await assertSameSite(first);
  if (at !== null) console.log(`Restoring to ${timeText(new Date(at))}.`);
  const lines = await fromFirstGood(found.destinations, async (destination) => {
    const record = await readManifest(destination, found.backup);
    const request = {
      ...deps,
      ...found,
      destination,
      migrationsDir: MIGRATIONS_DIR,
      isWithoutKeys: values["without-keys"],
      acceptsUnsigned: values["accept-unsigned"],
      uid: config.POSTGRES_UID ?? null,
      log: createLogger("silent"),
      say: (line: string) => console.log(line),
    };
    if (record.rows !== null) return rowsLines(await restoreRows(record, request));
    requireEmbedded(config, found.backup);
    return reportLines(await restoreBackup(request));
  });
  for (const line of lines) console.log(line);
}

function requireEmbedded({ DATABASE_URL }: Config, backup: string): void {
  if (DATABASE_URL === undefined) return;
  throw new Error(
    `The backup ${backup} is of a database in DATA_DIR, and DATABASE_URL names another server: unset it to restore into DATA_DIR.`,
  );
}

/** In this machine's zone, as `--at` takes it, and with that zone. */
function timeText(moment: Date): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${moment.toLocaleString("sv-SE")} (${zone}), ${moment.toISOString()}`;
}

/** @returns milliseconds since the epoch; null when absent. */
function parseTime(text: string | undefined): number | null {
  if (text === undefined) return null;
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) {
    throw new Error(
      `Invalid time "${text}". Use "2026-11-22 10:30" (this machine's time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}) or 2026-11-22T10:30:00Z.`,
    );
  }
  return moment;
}

/** The usual reason is a shell without the service's settings. */
const NO_BACKUPS =
  " no backups. If the service has some, name its file of settings in SETTINGS_FILE.";

async function showBackups(destinations: readonly BackupDestination[]): Promise<void> {
  for (const destination of destinations) {
    const names = await listBackups(destination);
    console.log(`${destination.label}:${names.length === 0 ? NO_BACKUPS : ""}`);
    for (const name of names) {
      const { product, files, rows } = await readManifest(destination, name);
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const kind = rows === null ? "database and uploaded files" : "rows and uploaded files";
      console.log(`  ${name}  release ${product}, ${megabytes(bytes)} MB, ${kind}`);
    }
  }
  console.log(
    "To restore one: npm run restore -- <name>. To restore the latest state: npm run restore -- latest.",
  );
}

/** A copy that is damaged in one destination may be whole in the next. */
async function fromFirstGood<T>(
  destinations: readonly BackupDestination[],
  work: (destination: BackupDestination) => Promise<T>,
): Promise<T> {
  for (const [index, destination] of destinations.entries()) {
    try {
      return await work(destination);
    } catch (error) {
      if (index === destinations.length - 1) throw error;
      console.error(messageOf(error));
    }
  }
  throw new Error("This backup was not found in any location.");
}

function reportLines(report: RestoreReport): string[] {
  const { rows, previousCluster, lastChangeAt } = report;
  const tables = Object.entries(rows).filter(([, count]) => count > 0);
  return [
    "Database restored. Rows per table (previous database in brackets):",
    ...tables.map(([name, count]) => `  ${name}: ${count}${before(report, name)}`),
    ...(lastChangeAt === null ? [] : [`Its last change is of ${timeText(lastChangeAt)}.`]),
    ...filesLines(report),
    ...(previousCluster === null
      ? []
      : [
          `The previous database is kept in ${previousCluster}. Once everything works, delete it: rm -r ${previousCluster}`,
        ]),
    "Start the server.",
  ];
}

function rowsLines(report: RowsReport): string[] {
  const { rows, notDone } = report;
  const tables = Object.entries(rows).filter(([, count]) => count > 0);
  return [
    "Rows restored. Written per table:",
    ...tables.map(([name, count]) => `  ${name}: ${count}`),
    ...filesLines(report),
    ...notDone,
    "Rows that are not in the backup were kept. Start the server.",
  ];
}

function filesLines({
  objectsRestored,
  objectsMissing,
  extrasRestored,
  extrasMissing,
  mediaRestored,
  mediaMissing,
  mediaProblem,
  keysRestored,
}: Omit<RestoreReport, "rows" | "rowsBefore" | "lastChangeAt" | "previousCluster">): string[] {
  return [
    `Uploaded files restored: ${objectsRestored}; missing: ${objectsMissing}.`,
    ...(extrasRestored.length > 0 ? [`Bible texts restored: ${extrasRestored.join(", ")}.`] : []),
    ...(extrasMissing.length > 0
      ? [`Bible texts damaged in the backup (import them again): ${extrasMissing.join(", ")}.`]
      : []),
    ...(mediaRestored + mediaMissing > 0
      ? [`Files of own videos restored: ${mediaRestored}; missing: ${mediaMissing}.`]
      : []),
    ...(mediaProblem === null ? [] : [mediaProblem]),
    ...(keysRestored.length > 0 ? [`Keys restored: ${keysRestored.join(", ")}.`] : []),
  ];
}

function before({ rowsBefore }: RestoreReport, name: string): string {
  return rowsBefore === null ? "" : ` (${rowsBefore[name] ?? 0})`;
}

await runCommand(main);
