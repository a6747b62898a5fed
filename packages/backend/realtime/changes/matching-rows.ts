import type { ChangeRow } from "./change-rows.ts";
import type { PublishedColumn, PublishedTable } from "./published-tables.ts";
import * as v from "valibot";
import type { Caller } from "#backend/database/caller.ts";
import type { Database } from "#backend/database/database.ts";
import type { Filter, FilterOperator } from "./subscription-request.domain.ts";

/** Returns the new row, for a deletion the old one. */
function subjectOf({ action, record, oldRecord }: ChangeRow): string | null {
  return action === "DELETE" ? oldRecord : record;
}

/** Serializes changed rows as one JSON text with their indexes. */
function rowsText(changes: readonly ChangeRow[], indexes: readonly number[]): string {
  const rows = indexes.map((index) => {
    const change = changes[index];
    return `{"place":${index},"record":${(change && subjectOf(change)) ?? "null"}}`;
  });
  return `[${rows.join(",")}]`;
}

/**
 * Returns the `from` clause over this text in parameter `$1`: `changed.place` and the columns of
 * `subject`.
 */
function rowsFrom(columns: readonly PublishedColumn[]): string {
  const typed = columns.map(({ name, sqlType }) => `${quoteName(name)} ${sqlType}`).join(", ");
  return `from jsonb_to_recordset($1::text::jsonb) as changed (place int, record jsonb)
    cross join lateral jsonb_to_record(changed.record) as subject (${typed})`;
}

/** Quotes a name for SQL. */
function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const indexesSchema = v.array(v.object({ place: v.number() }));

/**
 * Evaluates RLS of the table for changed rows, as the caller's role with its claims.
 *
 * @returns indexes of the visible changes.
 * @throws the database's error.
 */
export async function visibleRows(
  database: Pick<Database, "asCaller">,
  caller: Caller,
  table: PublishedTable,
  changes: readonly ChangeRow[],
  indexes: readonly number[],
): Promise<ReadonlySet<number>> {
  const keys = table.columns.filter(({ isKey }) => isKey);
  const isSame = keys
    .map(({ name }) => `found.${quoteName(name)} = subject.${quoteName(name)}`)
    .join(" and ");
  const statement = `select changed.place ${rowsFrom(keys)} where exists (
    select from ${quoteName(table.schema)}.${quoteName(table.table)} as found where ${isSame})`;
  const rows = await database.asCaller(
    { caller, method: "GET", path: "/realtime/v1/websocket", headers: {}, isReadOnly: true },
    (tx) => tx.unsafe(statement, [rowsText(changes, indexes)], { prepare: true }),
  );
  return new Set(v.parse(indexesSchema, [...rows]).map(({ place }) => place));
}

/** Filters per statement. */
const LISTS_AT_ONCE = 100;
/** A client's regular expression may run for any time. */
const TIME_LIMIT_MS = "1000";

const rowsSchema = v.array(v.object({ place: v.number(), hits: v.array(v.boolean()) }));

const COMPARISONS: Readonly<Partial<Record<FilterOperator, string>>> = {
  eq: "=",
  neq: "<>",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  isdistinct: "is distinct from",
};
const PATTERNS: Readonly<Partial<Record<FilterOperator, string>>> = {
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
};

/**
 * Evaluates filters on changed rows in PostgreSQL, with each column type's own comparison.
 *
 * @returns for each filter the indexes of the matching changes.
 * @throws the database's error, also for a value that its column's type rejects.
 */
export async function matchingRows(
  database: Pick<Database, "realtime">,
  table: PublishedTable,
  lists: readonly (readonly Filter[])[],
  rows: { readonly changes: readonly ChangeRow[]; readonly indexes: readonly number[] },
): Promise<readonly ReadonlySet<number>[]> {
  const found: ReadonlySet<number>[] = [];
  for (let at = 0; at < lists.length; at += LISTS_AT_ONCE) {
    const some = lists.slice(at, at + LISTS_AT_ONCE);
    found.push(...(await matchSome(database, table, some, rowsText(rows.changes, rows.indexes))));
  }
  return found;
}

/** @throws the database's error when a filter is invalid for the table. */
export async function validateFilters(
  database: Pick<Database, "realtime">,
  table: PublishedTable,
  filters: readonly Filter[],
): Promise<void> {
  await matchSome(database, table, [filters], "[]");
}

async function matchSome(
  database: Pick<Database, "realtime">,
  table: PublishedTable,
  lists: readonly (readonly Filter[])[],
  text: string,
): Promise<readonly ReadonlySet<number>[]> {
  const values: string[] = [text];
  const used = new Set<PublishedColumn>();
  const conditions = lists.map((filters) =>
    filters.map((filter) => conditionOf(filter, table, used, values)).join(" and "),
  );
  const statement = `select changed.place, array[${conditions.join(", ")}] as hits ${rowsFrom([...used])}`;
  const rows = await database.realtime.begin("read only", async (tx) => {
    await tx`select set_config('statement_timeout', ${TIME_LIMIT_MS}, true)`;
    return tx.unsafe(statement, values);
  });
  const parsed = v.parse(rowsSchema, [...rows]);
  return lists.map(
    (_list, index) => new Set(parsed.flatMap(({ place, hits }) => (hits[index] ? [place] : []))),
  );
}

function conditionOf(
  { column: name, operator, value, isNegated }: Filter,
  table: PublishedTable,
  used: Set<PublishedColumn>,
  values: string[],
): string {
  const column = table.columns.find((known) => known.name === name);
  if (column === undefined) return "false";
  used.add(column);
  const left = `subject.${quoteName(name)}`;
  const condition =
    operator === "is"
      ? `${left} is ${value.toLowerCase()}`
      : comparison(left, operator, column.sqlType, `$${values.push(value)}::text`);
  return `coalesce(${isNegated ? `not (${condition})` : condition}, false)`;
}

function comparison(left: string, operator: FilterOperator, type: string, right: string): string {
  if (operator === "in") return `${left} = any (${right}::${type}[])`;
  const pattern = PATTERNS[operator];
  if (pattern !== undefined) return `${left}::text ${pattern} ${right}`;
  return `${left} ${COMPARISONS[operator] ?? "="} ${right}::${type}`;
}
