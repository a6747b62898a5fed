import {
  bodyError,
  missingFilterError,
  putFiltersError,
  putLimitError,
} from "#backend/rest/protocol/errors.ts";
import { resolveFilter, type Condition, type ReadNode } from "./plan.domain.ts";
import type { Payload } from "#backend/rest/grammar/payload.domain.ts";
import type { Preferences } from "#backend/rest/grammar/preferences.domain.ts";
import type { ParsedQuery } from "#backend/rest/grammar/query-grammar.domain.ts";
import { payloadColumnError } from "#backend/rest/protocol/schema-errors.ts";
import type { Column, Table } from "#backend/rest/schema/schema.domain.ts";

/** A column that a body fills; some rows may omit it. */
export type WrittenColumn = { readonly column: Column; readonly isSometimesMissing: boolean };

export type ConflictRule = {
  readonly columns: readonly Column[];
  readonly action: "merge" | "ignore";
};

/** A change of one table's rows, resolved in the schema. */
export type WritePlan =
  | {
      readonly kind: "insert";
      readonly table: Table;
      readonly columns: readonly WrittenColumn[];
      /** The rows as JSON text, always an array. */
      readonly rows: string;
      readonly isMissingDefault: boolean;
      readonly conflict: ConflictRule | null;
      /** PUT: the row must carry the key of the URL. */
      readonly keyConditions: readonly Condition[];
    }
  | {
      readonly kind: "update";
      readonly table: Table;
      readonly columns: readonly WrittenColumn[];
      readonly rows: string;
      readonly isMissingDefault: boolean;
      readonly conditions: readonly Condition[];
    }
  | {
      readonly kind: "delete";
      readonly table: Table;
      readonly conditions: readonly Condition[];
    };

type WriteInput = {
  readonly table: Table;
  readonly query: ParsedQuery;
  readonly preferences: Preferences;
  readonly payload: Payload;
};

/** Plans a POST: an insert, or an upsert when the client chooses how to handle duplicates. */
export function planInsert({ table, query, preferences, payload }: WriteInput): WritePlan {
  return {
    kind: "insert",
    table,
    columns: writtenColumns(table, query, payload),
    rows: payload.text,
    isMissingDefault: preferences.missing === "default",
    conflict: conflictRule(table, query, preferences),
    keyConditions: [],
  };
}

/**
 * Plans a PATCH.
 *
 * @throws RestError 21000 without a filter on the table itself.
 */
export function planUpdate({ table, query, preferences, payload }: WriteInput): WritePlan {
  const conditions = rootConditions(table, query);
  if (conditions.length === 0) throw missingFilterError("UPDATE");
  if (payload.rowCount !== 1) throw bodyError("The body of PATCH must be one object");
  return {
    kind: "update",
    table,
    columns: writtenColumns(table, query, payload),
    rows: payload.text,
    isMissingDefault: preferences.missing === "default",
    conditions,
  };
}

/**
 * Plans a DELETE.
 *
 * @throws RestError 21000 without a filter on the table itself.
 */
export function planDelete(table: Table, query: ParsedQuery): WritePlan {
  const conditions = rootConditions(table, query);
  if (conditions.length === 0) throw missingFilterError("DELETE");
  return { kind: "delete", table, conditions };
}

/**
 * Plans a PUT, which inserts or replaces the row of a whole primary key.
 *
 * @throws RestError PGRST105 for other filters, PGRST114 for a window.
 */
export function planPut({ table, query, payload }: WriteInput): WritePlan {
  if (query.limits.length > 0 || query.offsets.length > 0) throw putLimitError();
  const keyConditions = rootConditions(table, query);
  const named = new Set(keyConditions.map((condition) => keyColumn(condition)));
  const isWholeKey =
    table.primaryKey.length > 0 &&
    named.size === table.primaryKey.length &&
    table.primaryKey.every((column) => named.has(column));
  if (!isWholeKey) throw putFiltersError();
  if (payload.rowCount !== 1) throw bodyError("The body of PUT must be one object");
  return {
    kind: "insert",
    table,
    columns: writtenColumns(table, query, payload),
    rows: payload.text,
    isMissingDefault: false,
    conflict: { columns: table.primaryKey, action: "merge" },
    keyConditions,
  };
}

function keyColumn(condition: Condition): Column | null {
  if (condition.kind !== "filter" || condition.isNegated) return null;
  const { field, operation } = condition;
  const isEqual =
    operation.kind === "comparison" &&
    operation.operator === "eq" &&
    operation.quantifier === null &&
    field.path.length === 0;
  return isEqual ? field.column : null;
}

/** Returns filters on the table itself; those on embeds only affect the representation. */
function rootConditions(table: Table, query: ParsedQuery): Condition[] {
  return query.filters
    .filter(({ path }) => path.length === 0)
    .map(({ value }) => resolveFilter(table, [], value));
}

function writtenColumns(table: Table, query: ParsedQuery, payload: Payload): WrittenColumn[] {
  const names = new Set(query.columns ?? payload.keys);
  if (query.columns === null && !payload.hasEqualKeys) {
    throw bodyError("All object keys must match");
  }
  return [...names].map((name) => {
    const column = table.columns.get(name);
    if (column === undefined) throw payloadColumnError(table.name, name);
    return { column, isSometimesMissing: !payload.sharedKeys.has(name) };
  });
}

function conflictRule(
  table: Table,
  query: ParsedQuery,
  preferences: Preferences,
): ConflictRule | null {
  if (preferences.resolution === null) return null;
  const columns =
    query.onConflict === null
      ? table.primaryKey
      : query.onConflict.map((name) => {
          const column = table.columns.get(name);
          if (column === undefined) throw payloadColumnError(table.name, name);
          return column;
        });
  if (columns.length === 0) return null;
  return { columns, action: preferences.resolution === "merge-duplicates" ? "merge" : "ignore" };
}

/**
 * Returns the root of the representation. Its filters selected the rows to change, not those to
 * return.
 */
export function representationNode(node: ReadNode): ReadNode {
  return { ...node, conditions: [], limit: null, offset: 0 };
}
