import type { Sql, TransactionSql } from "postgres";
import type { ExportedTable } from "#operations/transfer/export-format.ts";
import { type TransferredTable, quoted } from "#operations/transfer/transferred-tables.ts";
import type { ExportLine } from "./read-export.ts";
import { sendInBatches, TableRejectedError } from "./send-batches.ts";

/** PostgreSQL's insufficient_privilege and undefined_table. */
const REJECTED_STATES: ReadonlySet<string> = new Set(["42501", "42P01"]);

/** Tables whose rows are matched by other columns than the primary key. */
const OTHER_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  // The target creates email identities itself, with its own ids.
  ["auth.identities", ["provider_id", "provider"]],
]);

/**
 * Inserts or updates rows of a table in one transaction. Disables triggers that the login may disable, so
 * that rows stay unchanged.
 *
 * @throws TableRejectedError when the target lacks the table, or the login may not write it.
 * @throws Error that names the line of a rejected row.
 */
export async function loadRows(
  sql: Sql,
  to: {
    readonly table: ExportedTable;
    readonly target: TransferredTable;
    readonly disablesTriggers: boolean;
    /** JSON values are texts, as in a whole export. */
    readonly parsesJson?: boolean;
    /** Role that writes; absent: the login itself. */
    readonly role?: string | null;
  },
  lines: AsyncIterable<ExportLine>,
): Promise<number> {
  const { table, target, disablesTriggers, parsesJson = false, role = null } = to;
  const name = quoted(table.name);
  const insert = insertText(table, target, parsesJson);
  return sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    if (role !== null) await tx`select set_config('role', ${role}, true)`;
    if (disablesTriggers) {
      await withSavepoint(tx, async (step) => {
        await step.unsafe(`alter table ${name} disable trigger user`);
      });
    }
    const sent = await sendInBatches(table.name, lines, (batch) =>
      withSavepoint(tx, async (step) => {
        await step.unsafe(insert, [`[${batch.map(({ text }) => text).join(",")}]`]);
      }),
    );
    for (const column of target.columns.filter(({ isCounted }) => isCounted)) {
      await tx.unsafe(sequenceSql(name, column.name));
    }
    if (disablesTriggers) await tx.unsafe(`alter table ${name} enable trigger user`);
    return sent;
  });
}

/** Moves the sequence behind the imported rows. */
function sequenceSql(table: string, column: string): string {
  return `select setval(pg_get_serial_sequence('${table}', '${column}'), most)
    from (select max(${quoted(column)}) as most from ${table}) as counted where most is not null`;
}

/** A failed step rolls back to its savepoint. */
async function withSavepoint(
  tx: TransactionSql,
  work: (step: TransactionSql) => Promise<void>,
): Promise<void> {
  try {
    await tx.savepoint(work);
  } catch (error) {
    throw describeError(error);
  }
}

function describeError(error: unknown): Error {
  const { code, detail, message } = fieldsOf(error);
  if (REJECTED_STATES.has(code)) return new TableRejectedError(message, { cause: error });
  const taken = code === "23505" ? " Another row has it, under another key." : "";
  return new Error(`${message}.${detail === "" ? "" : ` ${detail}`}${taken}`, { cause: error });
}

function fieldsOf(error: unknown): { code: string; detail: string; message: string } {
  if (!(error instanceof Error)) return { code: "", detail: "", message: String(error) };
  const text = (name: "code" | "detail"): string => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : "";
  };
  return { code: text("code"), detail: text("detail"), message: error.message };
}

function insertText(table: ExportedTable, target: TransferredTable, parsesJson: boolean): string {
  const columns = target.columns.filter(({ name }) => table.columns.includes(name));
  const key = OTHER_KEYS.get(table.name) ?? table.key;
  const fixed = new Set([...key, ...table.key]);
  const name = quoted(table.name);
  const values = columns.map(({ name: column, fallback, jsonType }) => {
    const given = `r.${quoted(column)}`;
    const value = parsesJson && jsonType !== null ? `(${given} #>> '{}')::${jsonType}` : given;
    return fallback === null ? value : `coalesce(${value}, ${fallback})`;
  });
  const changes = columns
    .filter((column) => !fixed.has(column.name))
    .map((column) => `${quoted(column.name)} = excluded.${quoted(column.name)}`);
  return `insert into ${name} (${columns.map((column) => quoted(column.name)).join(", ")})
    select ${values.join(", ")} from jsonb_populate_recordset(null::${name}, $1::text::jsonb) r
    on conflict (${key.map(quoted).join(", ")})
    do ${changes.length === 0 ? "nothing" : `update set ${changes.join(", ")}`}`;
}
