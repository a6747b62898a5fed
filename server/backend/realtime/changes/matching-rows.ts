import type { ChangeRow } from "./change-rows.ts";
import type { FollowedColumn, FollowedTable } from "./published-tables.ts";
import { z } from "zod";
import type { Caller } from "#server/database/caller.ts";
import type { Database } from "#server/database/database.ts";
import type { Filter, FilterOperator } from "./filter-grammar.domain.ts";

/** The row that a change is about: the new one, of a deletion the former one. */
export function subjectOf({ action, record, oldRecord }: ChangeRow): string | null {
  return action === "DELETE" ? oldRecord : record;
}

/** Changed rows as one JSON text; each knows its place among the changes. */
export function rowsText(changes: readonly ChangeRow[], places: readonly number[]): string {
  const rows = places.map((place) => {
    const change = changes[place];
    return `{"place":${place},"record":${(change && subjectOf(change)) ?? "null"}}`;
  });
  return `[${rows.join(",")}]`;
}

/** `from` clause over such a text in the parameter `$1`: `changed.place` and the columns of `subject`. */
export function rowsFrom(columns: readonly FollowedColumn[]): string {
  const typed = columns.map(({ name, sqlType }) => `${quoteName(name)} ${sqlType}`).join(", ");
  return `from jsonb_to_recordset($1::text::jsonb) as changed (place int, record jsonb)
    cross join lateral jsonb_to_record(changed.record) as subject (${typed})`;
}

/** A name as SQL reads it, whatever is in it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const placesSchema = z.array(z.object({ place: z.number() }));

/**
 * Which changed rows somebody may select now, by the policies of the table; PostgreSQL decides, as their
 * role with their claims.
 *
 * @returns places among the changes.
 * @throws the database's error when it cannot answer.
 */
export async function visibleRows(
  database: Pick<Database, "asCaller">,
  caller: Caller,
  table: FollowedTable,
  changes: readonly ChangeRow[],
  places: readonly number[],
): Promise<ReadonlySet<number>> {
  const keys = table.columns.filter(({ isKey }) => isKey);
  const isSame = keys
    .map(({ name }) => `found.${quoteName(name)} = subject.${quoteName(name)}`)
    .join(" and ");
  const statement = `select changed.place ${rowsFrom(keys)} where exists (
    select from ${quoteName(table.schema)}.${quoteName(table.table)} as found where ${isSame})`;
  const rows = await database.asCaller(
    { caller, method: "GET", path: "/realtime/v1/websocket", headers: {}, isReadOnly: true },
    (tx) => tx.unsafe(statement, [rowsText(changes, places)], { prepare: true }),
  );
  return new Set(placesSchema.parse([...rows]).map(({ place }) => place));
}

/** Lists of conditions that are asked in one statement. */
const LISTS_AT_ONCE = 100;
/** A regular expression of a client may take any time; it gets this. */
const TIME_LIMIT_MS = "1000";

const rowsSchema = z.array(z.object({ place: z.number(), hits: z.array(z.boolean()) }));

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
 * Which changed rows fulfil which lists of conditions; PostgreSQL compares, as each column's type does.
 *
 * @returns for each list the places among the changes.
 * @throws the database's error: also for a value that is none of its column's type.
 */
export async function matchingRows(
  database: Pick<Database, "realtime">,
  table: FollowedTable,
  lists: readonly (readonly Filter[])[],
  rows: { readonly changes: readonly ChangeRow[]; readonly places: readonly number[] },
): Promise<readonly ReadonlySet<number>[]> {
  const found: ReadonlySet<number>[] = [];
  for (let at = 0; at < lists.length; at += LISTS_AT_ONCE) {
    const some = lists.slice(at, at + LISTS_AT_ONCE);
    found.push(...(await matchSome(database, table, some, rowsText(rows.changes, rows.places))));
  }
  return found;
}

/** @throws the database's error where a list of conditions does not suit the table. */
export async function proveFilters(
  database: Pick<Database, "realtime">,
  table: FollowedTable,
  filters: readonly Filter[],
): Promise<void> {
  await matchSome(database, table, [filters], "[]");
}

async function matchSome(
  database: Pick<Database, "realtime">,
  table: FollowedTable,
  lists: readonly (readonly Filter[])[],
  text: string,
): Promise<readonly ReadonlySet<number>[]> {
  const values: string[] = [text];
  const used = new Set<FollowedColumn>();
  const conditions = lists.map((filters) =>
    filters.map((filter) => conditionOf(filter, table, used, values)).join(" and "),
  );
  const statement = `select changed.place, array[${conditions.join(", ")}] as hits ${rowsFrom([...used])}`;
  const rows = await database.realtime.begin("read only", async (tx) => {
    await tx`select set_config('statement_timeout', ${TIME_LIMIT_MS}, true)`;
    return tx.unsafe(statement, values);
  });
  const parsed = rowsSchema.parse([...rows]);
  return lists.map(
    (_list, index) => new Set(parsed.flatMap(({ place, hits }) => (hits[index] ? [place] : []))),
  );
}

function conditionOf(
  { column: name, operator, value, isNegated }: Filter,
  table: FollowedTable,
  used: Set<FollowedColumn>,
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
