import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openObjectStore, connectByUrl } from "@reign-tv/backend/operations";
import { MIGRATIONS_DIR, s3Settings } from "#server/settings/backend-settings.ts";
import { parseConfig } from "#server/settings/config.ts";
import { importCluster } from "@reign-tv/operations/transfer/import/import-cluster.ts";
import { importIntoFolder } from "@reign-tv/operations/transfer/import/import-into-folder.ts";
import { importIntoProject } from "@reign-tv/operations/transfer/import/import-into-project.ts";
import {
  importLines,
  type ImportReport,
} from "@reign-tv/operations/transfer/import/import-report.ts";
import { type OpenExport, openExport } from "@reign-tv/operations/transfer/import/read-export.ts";
import { projectClient, projectVariables } from "./project-access.ts";
import { runCommand } from "./run-command.ts";

/**
 * Imports an export; can be repeated until nothing is missing:
 *
 *   npm run import -- export-2026-11-22 --to https://x.supabase.co    a project (PROJECT_... variables)
 *   npm run import -- export-2026-11-22 --to /var/lib/reign-tv        the DATA_DIR of a stopped server
 *
 * An export with --whole replaces the database of its own DATA_DIR, which is kept.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { to: { type: "string" } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || values.to === undefined) {
    throw new Error("Usage: npm run import -- <folder of an export> --to <address or DATA_DIR>");
  }
  const from = await openExport(resolve(folder));
  if (from.manifest.database !== undefined) return replaceDatabase(from, values.to);
  const report = isAddress(values.to)
    ? await intoProject(from, values.to)
    : await intoFolder(from, resolve(values.to));
  for (const line of importLines(report, from.manifest)) console.log(line);
  if (report.notDone.length > 0) {
    throw new Error(
      "Import incomplete: see above. Run it again; data that is already there is kept.",
    );
  }
}

function isAddress(to: string): boolean {
  return /^https?:\/\//.test(to);
}

async function replaceDatabase(from: OpenExport, to: string): Promise<void> {
  if (isAddress(to)) throw new Error("A whole export replaces the database of its own DATA_DIR.");
  const uid = parseConfig(process.env).POSTGRES_UID ?? null;
  const { rows, previousCluster } = await importCluster(from, {
    dataDir: resolve(to),
    migrationsDir: MIGRATIONS_DIR,
    uid,
  });
  const tables = Object.entries(rows).filter(([, count]) => count > 0);
  for (const [name, count] of tables) console.log(`  ${name}: ${count}`);
  console.log(
    `Every table has the rows that it had. The old database is kept in ${previousCluster}.`,
  );
}

async function intoProject(from: OpenExport, url: string): Promise<ImportReport> {
  const variables = projectVariables(process.env);
  const client = projectClient(url, variables);
  const { PROJECT_DATABASE_URL } = variables;
  const sql =
    PROJECT_DATABASE_URL === undefined
      ? null
      : connectByUrl(PROJECT_DATABASE_URL, null, { max: 1 });
  try {
    return await importIntoProject(from, { client, sql, wait });
  } finally {
    await sql?.end({ timeout: 1 });
  }
}

function intoFolder(from: OpenExport, dataDir: string): Promise<ImportReport> {
  const config = parseConfig(process.env);
  const store = openObjectStore({ dataDir, s3: s3Settings(config) });
  return importIntoFolder(from, {
    dataDir,
    migrationsDir: MIGRATIONS_DIR,
    store,
    uid: config.POSTGRES_UID ?? null,
  });
}

await runCommand(main);
