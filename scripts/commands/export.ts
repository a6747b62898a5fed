import { resolve } from "node:path";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { openSecrets } from "@reign-tv/backend";
import {
  openObjectStore,
  connectByUrl,
  connectCluster,
  acquireServerLock,
  withRunningDatabase,
} from "@reign-tv/backend/operations";
import { databaseSettings, s3Settings } from "#server/settings/backend-settings.ts";
import { type Config, parseConfig } from "#server/settings/config.ts";
import { readPackageVersion } from "#server/settings/package-version.ts";
import type { ExportManifest } from "@reign-tv/operations/transfer/export-format.ts";
import { exportCluster } from "@reign-tv/operations/transfer/export/export-cluster.ts";
import { withExternal } from "@reign-tv/operations/transfer/export/with-external.ts";
import {
  type ExportSource,
  type StoredObject,
  writeExport,
} from "@reign-tv/operations/transfer/export/write-export.ts";
import { projectClient, projectVariables } from "./project-access.ts";
import { runCommand, requireServerFolder } from "./run-command.ts";

/**
 * Exports a server or a project into a folder:
 *
 *   npm run export -- export-2026-11-22                            this server, running or not
 *   npm run export -- export-2026-11-22 --from https://x.supabase.co    a project (PROJECT_... variables)
 *   npm run export -- export-2026-11-22 --whole    every row of this stopped server, for a release with another
 *                                                  major version of PostgreSQL
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { from: { type: "string" }, whole: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [name] = positionals;
  if (name === undefined)
    throw new Error("Usage: npm run export -- <new folder> [--from <address>|--whole]");
  const folder = resolve(name);
  const manifest =
    values.from === undefined
      ? await exportServer(parseConfig(process.env), folder, values.whole)
      : await exportProject(values.from, folder);
  for (const line of exportLines(manifest, folder)) console.log(line);
}

function exportLines({ tables, objects, leftOut }: ExportManifest, folder: string): string[] {
  return [
    `Export written to ${folder}:`,
    ...tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => `  ${name}: ${rows}`),
    `  uploaded files: ${objects.count}`,
    ...leftOut.map(({ what, count }) => `Left out: ${count} ${what}.`),
    "It contains password hashes and, unencrypted, the secrets of authenticator apps. Protect it like the server, and delete it after the move.",
  ];
}

async function exportServer(
  config: Config,
  folder: string,
  isWhole: boolean,
): Promise<ExportManifest> {
  if (config.SUPABASE_URL !== undefined) {
    throw new Error("The backend is a Supabase project: add --from and its address.");
  }
  const dataDir = resolve(config.DATA_DIR);
  const databaseUrl = config.DATABASE_URL ?? null;
  if (databaseUrl === null) requireServerFolder(dataDir);
  if (isWhole) return exportCompletely(config, folder);
  const secrets = await openSecrets({ dataDir, databaseUrl });
  const hmac = await secrets.store.read("hmac");
  await secrets.close();
  const store = openObjectStore({ dataDir, s3: s3Settings(config) });
  const shared: Omit<ExportSource, "sql" | "roleOf"> = {
    hmacSecret: hmac === null ? null : Buffer.from(hmac, "base64url"),
    product: readPackageVersion(),
    now: Date.now,
    async readFile({ version }) {
      const content = version === null ? null : await store.open(version, null);
      return content === null ? null : Readable.from(content);
    },
  };
  if (databaseUrl !== null) {
    return withExternal(databaseUrl, (database) => writeExport({ ...shared, ...database }, folder));
  }
  return withRunningDatabase(databaseSettings(config), async () => {
    const { connect } = await connectCluster(dataDir);
    const sql = connect("supabase_admin", { max: 1 });
    try {
      return await writeExport({ ...shared, sql, roleOf: () => null }, folder);
    } finally {
      await sql.end({ timeout: 1 });
    }
  });
}

async function exportCompletely(config: Config, folder: string): Promise<ExportManifest> {
  if (config.DATABASE_URL !== undefined) {
    throw new Error("The database at DATABASE_URL is upgraded on its own server.");
  }
  const lock = acquireServerLock(resolve(config.DATA_DIR));
  try {
    return await exportCluster(
      { ...databaseSettings(config), product: readPackageVersion() },
      folder,
    );
  } finally {
    lock.release();
  }
}

async function exportProject(url: string, folder: string): Promise<ExportManifest> {
  const variables = projectVariables(process.env);
  const client = projectClient(url, variables);
  if (variables.PROJECT_DATABASE_URL === undefined) {
    throw new Error(
      "Set PROJECT_DATABASE_URL to the project's direct connection (Settings, Database).",
    );
  }
  const sql = connectByUrl(variables.PROJECT_DATABASE_URL, null, { max: 1 });
  const readFile = async ({ bucket, name }: StoredObject): Promise<Readable | null> => {
    const { data, error } = await client.storage.from(bucket).download(name);
    if (error === null) return Readable.from(data.stream());
    if (error.status === 404 || error.status === 400) return null;
    throw new Error(`The file ${bucket}/${name} could not be read: ${error.message}.`);
  };
  try {
    const product = readPackageVersion();
    const source = { sql, roleOf: () => null, hmacSecret: null, readFile, product, now: Date.now };
    return await writeExport(source, folder);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

await runCommand(main);
