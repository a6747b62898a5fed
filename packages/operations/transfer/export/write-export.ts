import * as v from "valibot";
import { mkdir, readdir } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Sql, TransactionSql } from "postgres";
import { isVersion, readAppliedVersions } from "@reign-tv/backend/operations";
import { replaceFile } from "@reign-tv/kit/files/atomic-file.ts";
import {
  type ExportedObject,
  type ExportedTable,
  type ExportManifest,
  MANIFEST_FILE,
  OBJECTS_FILE,
  OBJECTS_FOLDER,
  type Row,
  rowSchema,
  TABLES_FOLDER,
  tableFile,
} from "#operations/transfer/export-format.ts";
import {
  findTransferredTables,
  type TransferredTable,
  quoted,
} from "#operations/transfer/transferred-tables.ts";
import { decryptRow, ENCRYPTED_TABLE } from "#operations/transfer/portable-rows.ts";
import { writeHashed } from "@reign-tv/kit/files/hashed-file.ts";

/** An uploaded file, as its row names it. */
export type StoredObject = {
  readonly bucket: string;
  readonly name: string;
  readonly version: string | null;
};

/** Source of an export: the database and files of a server or of a Supabase project. */
export type ExportSource = {
  readonly sql: Sql;
  /** Role that reads a schema; null when the login may read everything. */
  readonly roleOf: (schema: string) => string | null;
  /** Key of the server's encrypted columns; null for a Supabase project. */
  readonly hmacSecret: Uint8Array | null;
  /** Bytes of a file; null when it is gone. */
  readonly readFile: (object: StoredObject) => Promise<Readable | null>;
  /** Finds a file that is already stored elsewhere and only named here; null for others. */
  readonly findStored?: (version: string) => ExportedObject | null;
  /** Keeps every row unchanged, for the same DATA_DIR; uploaded files stay in place. */
  readonly isWhole?: boolean;
  /** Version of the product that makes the export. */
  readonly product: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Rows in memory at a time. */
const ROWS_AT_ONCE = 500;

type Work = {
  readonly source: ExportSource;
  readonly folder: string;
  readonly leftOut: Map<string, number>;
  /** Files that the rows of storage.objects name. */
  readonly objects: (StoredObject & { readonly version: string })[];
};

/**
 * Exports data that another server or project can use: tables as of one moment, then the uploaded files of
 * their rows. The manifest comes last.
 *
 * @throws Error in one sentence when the folder is not empty.
 */
export async function writeExport(source: ExportSource, folder: string): Promise<ExportManifest> {
  await makeEmptyFolder(folder);
  const exportedAt = new Date(source.now()).toISOString();
  const work: Work = { source, folder, leftOut: new Map(), objects: [] };
  const { tables, database } = await source.sql.begin(
    "isolation level repeatable read read only",
    async (tx) => ({
      tables: await writeTables(tx, work),
      database: source.isWhole === true ? await readDatabase(tx) : undefined,
    }),
  );
  const objects = await writeObjects(work);
  const manifest: ExportManifest = {
    format: database === undefined ? 1 : 2,
    product: source.product,
    exportedAt,
    tables,
    objects,
    leftOut: [...work.leftOut].map(([what, count]) => ({ what, count })),
    ...(database === undefined ? {} : { database }),
  };
  await replaceFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty: name a folder that is not there yet.`);
  }
  for (const name of [TABLES_FOLDER, OBJECTS_FOLDER]) {
    await mkdir(join(folder, name), { mode: 0o700 });
  }
}

async function writeTables(tx: TransactionSql, work: Work): Promise<ExportedTable[]> {
  await tx`set local statement_timeout = 0`;
  const tables = await findTransferredTables(tx, work.source.isWhole);
  const written: ExportedTable[] = [];
  for (const table of tables) {
    const role = work.source.roleOf(table.name.split(".")[0] ?? "");
    await tx`select set_config('role', ${role ?? "none"}, true)`;
    written.push(await writeTable(tx, table, work));
  }
  return written;
}

async function readDatabase(tx: TransactionSql): Promise<ExportManifest["database"]> {
  const sequences = await tx<{ name: string; last: string | null }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_catalog.pg_sequences where schemaname <> 'realtime' order by 1`;
  return { migrations: await readAppliedVersions(tx), sequences: [...sequences] };
}

async function writeTable(
  tx: TransactionSql,
  table: TransferredTable,
  work: Work,
): Promise<ExportedTable> {
  const { name, key, accounts } = table;
  const columns = table.columns.map((column) => column.name);
  const counted = { rows: 0 };
  const path = join(work.folder, tableFile(name));
  const { bytes, sha256 } = await writeHashed(
    Readable.from(linesOf(tx, table, work, counted)),
    path,
  );
  return { name, rows: counted.rows, bytes, sha256, columns, key, accounts: [...accounts] };
}

async function* linesOf(
  tx: TransactionSql,
  { name, columns, key }: TransferredTable,
  work: Work,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  const named = (names: readonly string[]) => tx.unsafe(names.map(quoted).join(", "));
  // As text, JSON null differs from SQL's NULL.
  const values = columns.map((column) =>
    work.source.isWhole === true && column.jsonType !== null
      ? `${quoted(column.name)}::text`
      : quoted(column.name),
  );
  const rows = tx<{ line: string }[]>`
    select to_jsonb(r)::text as line
    from (select ${tx.unsafe(values.join(", "))} from ${named([name])} order by ${named(key)}) r`;
  for await (const batch of rows.cursor(ROWS_AT_ONCE)) {
    const lines = batch.flatMap(({ line }) => portableLine(name, line, work) ?? []);
    counted.rows += lines.length;
    if (lines.length > 0) yield Buffer.from(`${lines.join("\n")}\n`);
  }
}

/** Returns null for a row that no other server can use. Rows without secrets stay PostgreSQL's text. */
function portableLine(table: string, line: string, work: Work): string | null {
  if (work.source.isWhole === true) return line;
  if (table === "storage.objects") return objectLine(parseRow(line), line, work);
  if (table !== ENCRYPTED_TABLE) return line;
  const result = decryptRow(parseRow(line), work.source.hmacSecret);
  if ("row" in result) return JSON.stringify(result.row);
  work.leftOut.set(result.leftOut, (work.leftOut.get(result.leftOut) ?? 0) + 1);
  return null;
}

/** A project's versions may have any form; files of an export have one. */
function objectLine(row: Row, line: string, work: Work): string {
  const given = textOf(row["version"]);
  const isOurs = given !== null && isVersion(given);
  const version = isOurs ? given : randomUUID();
  const bucket = textOf(row["bucket_id"]) ?? "";
  work.objects.push({ bucket, name: textOf(row["name"]) ?? "", version });
  return isOurs ? line : JSON.stringify({ ...row, version });
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function parseRow(line: string): Row {
  return v.parse(rowSchema, JSON.parse(line));
}

async function writeObjects(work: Work): Promise<ExportManifest["objects"]> {
  const { folder } = work;
  const counted = { count: 0 };
  async function* lines(): AsyncGenerator<Buffer> {
    for (const object of work.objects) {
      const written = await writeObject(object, work);
      if (written === null) continue;
      counted.count += 1;
      yield Buffer.from(`${JSON.stringify(written)}\n`);
    }
  }
  const { bytes, sha256 } = await writeHashed(Readable.from(lines()), join(folder, OBJECTS_FILE));
  return { ...counted, bytes, sha256 };
}

/** Returns null when the file is gone; the counts report it. */
async function writeObject(
  object: Work["objects"][number],
  { source, folder, leftOut }: Work,
): Promise<ExportedObject | null> {
  const kept = source.findStored?.(object.version) ?? null;
  if (kept !== null) return kept;
  const content = await source.readFile(object);
  if (content === null) {
    const what = "uploaded files that have a row and no bytes";
    leftOut.set(what, (leftOut.get(what) ?? 0) + 1);
    return null;
  }
  const path = join(folder, OBJECTS_FOLDER, object.version);
  const { bytes, sha256 } = await writeHashed(content, path);
  return { version: object.version, bytes, sha256 };
}
