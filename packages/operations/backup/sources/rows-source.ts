import { mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import type { Sql } from "postgres";
import {
  type ObjectStore,
  connectByUrl,
  inspectExternal,
  readAppliedVersions,
  readOwner,
} from "@reign-tv/backend/operations";
import { type CompressedFile, compressBackupFile } from "#operations/backup/compressed-files.ts";
import { createEncryptionKey } from "#operations/backup/encrypted-keys.ts";
import type { PooledObject } from "#operations/backup/catalog/object-pool.ts";
import {
  type ExportManifest,
  MANIFEST_FILE,
  OBJECTS_FILE,
  TABLES_FOLDER,
} from "#operations/transfer/export-format.ts";
import { withExternal } from "#operations/transfer/export/with-external.ts";
import { writeExport } from "#operations/transfer/export/write-export.ts";
import type { BackupSource, CopiedDatabase } from "./backup-source.ts";

export type RowsSourceDeps = {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly store: ObjectStore;
  readonly passphrase: string | null;
  readonly product: string;
  readonly now: () => number;
};

/**
 * An external database, backed up as an export of its rows, because only its own server can copy its files.
 * Has no point-in-time recovery.
 *
 * @throws StartError in one sentence when the database does not answer.
 */
export async function openRowsSource(deps: RowsSourceDeps): Promise<BackupSource> {
  const { dataDir, databaseUrl } = deps;
  // Gives a clear error when the database does not answer.
  await inspectExternal(databaseUrl);
  const owner = await readOwner(databaseUrl);
  const connect = (): Sql => connectByUrl(databaseUrl, owner, { max: 1, fetchTypes: false });
  return {
    home: dataDir,
    account: null,
    connect,
    readKeys: () => withSession(connect, readSecrets),
    // The login may connect, and therefore may read the size.
    sizeBytes: () =>
      withSession(() => connectByUrl(databaseUrl, null, { max: 1, fetchTypes: false }), sizeOf),
    copy: (work, pooled) => exportRows(deps, connect, { work, pooled }),
  };
}

async function exportRows(
  deps: RowsSourceDeps,
  connect: () => Sql,
  { work, pooled }: { readonly work: string; readonly pooled: readonly PooledObject[] },
): Promise<CopiedDatabase> {
  const { databaseUrl, passphrase } = deps;
  const folder = join(work, "export");
  const [keys, migrations] = [
    await withSession(connect, readSecrets),
    await withSession(connect, readAppliedVersions),
  ];
  const known = new Map(pooled.map((object) => [object.version, object]));
  const manifest = await withExternal(databaseUrl, (database) =>
    writeExport(
      {
        ...database,
        hmacSecret: "hmac" in keys ? Buffer.from(keys["hmac"] ?? "", "base64url") : null,
        product: deps.product,
        now: deps.now,
        findStored: (version) => known.get(version) ?? null,
        async readFile({ version }) {
          const content = version === null ? null : await deps.store.open(version, null);
          return content === null ? null : Readable.from(content);
        },
      },
      folder,
    ),
  );
  const files = await packExport(folder, join(work, "packed"), passphrase);
  const tables = rowsOf(manifest);
  return { database: null, rows: { migrations, tables, isSealed: passphrase !== null }, files };
}

function rowsOf({ tables }: ExportManifest): Record<string, number> {
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
}

async function packExport(
  folder: string,
  packed: string,
  passphrase: string | null,
): Promise<CompressedFile[]> {
  await mkdir(packed, { mode: 0o700 });
  const tables = await readdir(join(folder, TABLES_FOLDER));
  const paths = [MANIFEST_FILE, OBJECTS_FILE, ...tables.map((name) => join(TABLES_FOLDER, name))];
  const encryption = passphrase === null ? null : await createEncryptionKey(passphrase);
  const files: CompressedFile[] = [];
  for (const path of paths) {
    files.push(
      await compressBackupFile(join(folder, path), join(packed, basename(path)), encryption),
    );
  }
  return files;
}

async function withSession<T>(connect: () => Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect();
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function readSecrets(sql: Sql): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; value: string }[]>`
    select name, value from supabase_migrations.server_secrets`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function sizeOf(sql: Sql): Promise<number> {
  const rows = await sql<{ bytes: string }[]>`
    select pg_database_size(current_database()) as bytes`;
  return Number(rows[0]?.bytes ?? 0);
}
