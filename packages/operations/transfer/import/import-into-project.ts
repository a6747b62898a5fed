import type { SupabaseClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import type { ExportedTable } from "#operations/transfer/export-format.ts";
import {
  findTransferredTables,
  type TransferredTable,
} from "#operations/transfer/transferred-tables.ts";
import type { ImportReport } from "./import-report.ts";
import { loadRows } from "./load-rows.ts";
import { importAccounts } from "./project-accounts.ts";
import { importFiles } from "./project-files.ts";
import { type ExportLine, type OpenExport, tableLines } from "./read-export.ts";
import { withRetries } from "./with-retries.ts";
import { sendInBatches, TableRejectedError } from "./send-batches.ts";

export type ProjectTarget = {
  /** With the project's secret key. */
  readonly client: SupabaseClient;
  /** Its database, as role postgres; null skips schema auth and sends tables over HTTP. */
  readonly sql: Sql | null;
  readonly wait: (ms: number) => Promise<void>;
};

/** Created by the admin API and the storage API. */
const CREATED_BY_API: ReadonlySet<string> = new Set([
  "auth.users",
  "storage.buckets",
  "storage.objects",
]);
/** Created by the migrations. */
const CREATED_BY_MIGRATIONS: ReadonlySet<string> = new Set([
  "public.languages",
  "public.studio_state",
]);
const NEEDS_DATABASE = "set PROJECT_DATABASE_URL and run the import again";
/** Identities that the admin API creates with an account. */
const OWN_PROVIDERS: ReadonlySet<unknown> = new Set(["email", "phone"]);

/**
 * Imports an export into a Supabase project, or a server with its protocol, after the migrations. Running it
 * again resumes, and changes nothing more once it is complete.
 *
 * @throws Error in one sentence when the project rejects the key, or a row of a table (with its line).
 */
export async function importIntoProject(
  from: OpenExport,
  target: ProjectTarget,
): Promise<ImportReport> {
  const { client, sql, wait } = target;
  const { ids, made, present, notDone } = await importAccounts(from, client, wait);
  if (sql !== null) await restoreDates(from, sql);
  const files = await importFiles(from, client, wait);
  const rows: Record<string, number> = {};
  const sentences = [...notDone, ...files.notDone];
  const targets = sql === null ? null : await findTransferredTables(sql);
  for (const table of from.manifest.tables) {
    if (CREATED_BY_API.has(table.name) || CREATED_BY_MIGRATIONS.has(table.name)) continue;
    if (table.rows === 0) continue;
    const reason = await reasonToSkip(from, table, sql !== null);
    if (reason === "nothing") continue;
    if (reason !== null) {
      sentences.push(reason);
      continue;
    }
    try {
      const importable = ofPresentAccounts(table, tableLines(from, table), ids);
      rows[table.name] = await sendTable({ table, targets }, importable, target);
    } catch (error) {
      if (!(error instanceof TableRejectedError)) throw error;
      sentences.push(`${table.name} stays behind (${table.rows} rows): ${error.message}.`);
    }
  }
  return {
    accounts: { made, present },
    rows,
    files: { added: files.added, present: files.present },
    notDone: sentences,
  };
}

/** Reason why rows of a table cannot be imported this way; null when they can, "nothing" without rows. */
async function reasonToSkip(
  from: OpenExport,
  table: ExportedTable,
  hasDatabase: boolean,
): Promise<string | null> {
  if (hasDatabase || table.name.startsWith("public.")) return null;
  let rows = 0;
  for await (const { row } of tableLines(from, table)) {
    if (!OWN_PROVIDERS.has(row["provider"])) rows += 1;
  }
  if (rows === 0) return "nothing";
  return `${table.name} stays behind (${rows} rows): ${NEEDS_DATABASE}.`;
}

async function sendTable(
  to: { readonly table: ExportedTable; readonly targets: readonly TransferredTable[] | null },
  lines: AsyncIterable<ExportLine>,
  { client, sql, wait }: ProjectTarget,
): Promise<number> {
  const { table, targets } = to;
  const [schema = "", name = ""] = table.name.split(".");
  if (sql !== null && targets !== null) {
    const target = targets.find((candidate) => candidate.name === table.name);
    if (target === undefined) throw new TableRejectedError("the project has no such table");
    return loadRows(sql, { table, target, disablesTriggers: schema === "public" }, lines);
  }
  return sendInBatches(table.name, lines, async (batch) => {
    const { error, status } = await withRetries(async () => {
      const rows = batch.map(({ row }) => row);
      const response = await client.from(name).upsert(rows, { onConflict: table.key.join(",") });
      return {
        ...response,
        error: response.error && { text: errorText(response.error), status: response.status },
      };
    }, wait);
    if (error === null) return;
    if (status === 404) throw new TableRejectedError(error.text);
    throw status === 401 || status === 403
      ? new TableRejectedError(`${error.text}; ${NEEDS_DATABASE}`)
      : new Error(error.text);
  });
}

function errorText({ message, details }: { message: string; details: string | null }): string {
  return [message, details].filter((text) => text).join(". ");
}

/** Leaves out rows of accounts that the project lacks. */
async function* ofPresentAccounts(
  table: ExportedTable,
  lines: AsyncIterable<ExportLine>,
  ids: ReadonlySet<string>,
): AsyncGenerator<ExportLine> {
  const isThere = (id: unknown): boolean => id === null || (typeof id === "string" && ids.has(id));
  for await (const line of lines) {
    const missing = table.accounts.filter(({ column }) => !isThere(line.row[column]));
    if (missing.length === 0) yield line;
    else if (missing.every(({ isOptional }) => isOptional)) {
      const row = {
        ...line.row,
        ...Object.fromEntries(missing.map(({ column }) => [column, null])),
      };
      yield { ...line, row, text: JSON.stringify(row) };
    }
  }
}

/** The admin API sets today's date on accounts. */
async function restoreDates(from: OpenExport, sql: Sql): Promise<void> {
  const table = from.manifest.tables.find(({ name }) => name === "auth.users");
  if (table === undefined) return;
  await sendInBatches(table.name, tableLines(from, table), async (batch) => {
    await sql.unsafe(
      `update auth.users u set created_at = r.created_at, last_sign_in_at =
         greatest(u.last_sign_in_at, r.last_sign_in_at),
         email_confirmed_at = least(u.email_confirmed_at, r.email_confirmed_at),
         phone_confirmed_at = least(u.phone_confirmed_at, r.phone_confirmed_at)
       from jsonb_populate_recordset(null::auth.users, $1::text::jsonb) r where u.id = r.id`,
      [`[${batch.map(({ text }) => text).join(",")}]`],
    );
  });
}
