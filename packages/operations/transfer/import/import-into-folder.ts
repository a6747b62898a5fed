import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "postgres";
import { openDatabase, openSecrets } from "@reign-tv/backend";
import { type ObjectStore, connectCluster } from "@reign-tv/backend/operations";
import { loadRandomSecret } from "@reign-tv/kit/files/secret-store.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { withExternal } from "#operations/transfer/export/with-external.ts";
import { findTransferredTables } from "#operations/transfer/transferred-tables.ts";
import { encryptRow, ENCRYPTED_TABLE } from "#operations/transfer/portable-rows.ts";
import { writeHashed } from "@reign-tv/kit/files/hashed-file.ts";
import type { ImportReport } from "./import-report.ts";
import { loadRows } from "./load-rows.ts";
import { type ExportLine, objectPath, type OpenExport, tableLines } from "./read-export.ts";

export type FolderTarget = {
  readonly dataDir: string;
  /** Folder of the product's migrations. */
  readonly migrationsDir: string;
  /** Storage of the server's uploaded files. */
  readonly store: ObjectStore;
  /** Account of the embedded PostgreSQL when this process is root; null chooses one. */
  readonly uid: number | null;
  /** The server's external database; absent: the one of DATA_DIR. */
  readonly databaseUrl?: string | null;
};

/**
 * Imports an export into the DATA_DIR or external database of a server that is stopped or new. Running it
 * again changes nothing more.
 *
 * @throws StartError when a server runs there.
 * @throws Error that names the line of a rejected row; its table is then as it was before.
 */
export async function importIntoFolder(
  from: OpenExport,
  target: FolderTarget,
): Promise<ImportReport> {
  const { dataDir, migrationsDir, uid, databaseUrl = null } = target;
  const log = createLogger("silent");
  const database = await openDatabase({ dataDir, databaseUrl, uid, log, migrationsDir });
  try {
    const files = await importFiles(from, target);
    const load = (to: Tables): Promise<Loaded> => loadTables(from, to, { dataDir, databaseUrl });
    const loaded = await (databaseUrl === null
      ? withEmbedded(dataDir, load)
      : withExternal(databaseUrl, load));
    return { accounts: null, files, ...loaded };
  } finally {
    await database.close();
  }
}

type Loaded = Pick<ImportReport, "rows" | "notDone">;
type Tables = { readonly sql: Sql; readonly roleOf: (schema: string) => string | null };

async function withEmbedded<T>(dataDir: string, work: (tables: Tables) => Promise<T>): Promise<T> {
  const { connect } = await connectCluster(dataDir);
  const sql = connect("supabase_admin", { max: 1 });
  try {
    return await work({ sql, roleOf: () => null });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function loadTables(
  from: OpenExport,
  { sql, roleOf }: Tables,
  location: { readonly dataDir: string; readonly databaseUrl: string | null },
): Promise<Loaded> {
  const secrets = await openSecrets(location);
  const secret = await loadRandomSecret(secrets.store, "hmac");
  await secrets.close();
  const hmacSecret = Buffer.from(secret, "base64url");
  const targets = await findTransferredTables(sql);
  const rows: Record<string, number> = {};
  const notDone: string[] = [];
  for (const table of from.manifest.tables) {
    const target = targets.find(({ name }) => name === table.name);
    if (target === undefined) {
      notDone.push(
        `${table.name} is not a table of this release: its ${table.rows} rows stay behind.`,
      );
      continue;
    }
    const lines = encryptedLines(table.name, tableLines(from, table), hmacSecret);
    const role = roleOf(table.name.split(".")[0] ?? "");
    const to = { table, target, disablesTriggers: true, role };
    rows[table.name] = await loadRows(sql, to, lines);
  }
  return { rows, notDone: [...notDone, ...(await findSharedAddresses(sql, roleOf("auth")))] };
}

/** Reports accounts whose email addresses differ only by case: sign-in finds one of them. */
async function findSharedAddresses(sql: Sql, role: string | null): Promise<string[]> {
  const rows = await sql.begin(async (tx) => {
    if (role !== null) await tx`select set_config('role', ${role}, true)`;
    return tx<{ ids: string[] }[]>`
      select array_agg(id::text order by email = lower(email) desc, created_at, id) as ids
      from auth.users where is_sso_user = false
      group by lower(email) having count(email) > 1`;
  });
  return rows.map(
    ({ ids: [first = "", ...others] }) =>
      `The accounts ${[first, ...others].join(" and ")} have one address but for capitals: it signs in to ${first}; give the other an address of its own.`,
  );
}

async function* encryptedLines(
  table: string,
  lines: AsyncIterable<ExportLine>,
  hmacSecret: Uint8Array,
): AsyncGenerator<ExportLine> {
  for await (const line of lines) {
    if (table !== ENCRYPTED_TABLE) yield line;
    else yield { ...line, text: JSON.stringify(encryptRow(line.row, hmacSecret)) };
  }
}

/** Files come before their rows, so that no row ever lacks its file. */
async function importFiles(
  from: OpenExport,
  { dataDir, store }: FolderTarget,
): Promise<ImportReport["files"]> {
  const present = new Set<string>();
  for await (const { version } of store.list()) present.add(version);
  const missing = [...from.objects.values()].filter(({ version }) => !present.has(version));
  // On the disk of the store, so that a rename is atomic.
  const scratch = join(dataDir, "storage", "import");
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  try {
    for (const { version } of missing) {
      const content = createReadStream(objectPath(from, version));
      const { path, bytes, sha256 } = await writeHashed(content, join(scratch, version));
      await store.put(version, { path, size: bytes, sha256 });
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return { added: missing.length, present: from.objects.size - missing.length };
}
