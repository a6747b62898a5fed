import type { ChangeRequest } from "#server/backend/realtime/protocol/join-config.domain.ts";
import { type Filter, parseFilters } from "./filter-grammar.domain.ts";

export type ChangeAction = "INSERT" | "UPDATE" | "DELETE";

/** A filter of a subscription. */
export type ChangeFilter = {
  readonly action: ChangeAction | "*";
  readonly schema: string;
  /** `*` means every table of the schema. */
  readonly table: string;
  readonly filters: readonly Filter[];
  /** Requested columns; null selects all that the role may read. */
  readonly select: readonly string[] | null;
};

export type ParsedChangeFilter =
  | { readonly ok: true; readonly changeFilter: ChangeFilter }
  | { readonly ok: false; readonly error: string };

const ACTIONS = ["INSERT", "UPDATE", "DELETE"] as const;

/** Adds ids to the entries of a join for its reply; equal entries share one id. */
export function withIds(
  requests: readonly ChangeRequest[],
): readonly (ChangeRequest & { readonly id: number })[] {
  const texts = requests.map((request) => JSON.stringify(request));
  return requests.map((request, index) => ({
    ...request,
    id: texts.indexOf(texts[index] ?? "") + 1,
  }));
}

/** Parses one entry; errors have upstream's text. */
export function parseChangeFilter(request: ChangeRequest): ParsedChangeFilter {
  const { schema, table, filter } = request;
  const selected = readSelect(request["select"]);
  if (!selected.ok) return selected;
  const isNamed = typeof schema === "string" || typeof table === "string";
  if (!isNamed || !isTextOrAbsent(schema) || !isTextOrAbsent(table) || !isTextOrAbsent(filter)) {
    return {
      ok: false,
      error: `No subscription params provided. Please provide at least a \`schema\` or \`table\` to subscribe to: ${JSON.stringify(request)}`,
    };
  }
  const parsed = parseFilters(filter ?? "");
  if (!parsed.ok) return parsed;
  const changeFilter: ChangeFilter = {
    action: readAction(request["event"]),
    schema: schema ?? "public",
    table: table ?? "*",
    filters: parsed.filters,
    select: selected.columns,
  };
  const isWild = changeFilter.schema === "*" || changeFilter.table === "*";
  if (isWild && changeFilter.select !== null) {
    return {
      ok: false,
      error:
        "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.",
    };
  }
  return { ok: true, changeFilter };
}

/** Formats a filter for messages. */
export function formatChangeFilter({
  action,
  schema,
  table,
  filters,
  select,
}: ChangeFilter): string {
  const conditions = filters.map(
    ({ column, operator, value, isNegated }) =>
      `{${[column, operator, value].map((part) => JSON.stringify(part)).join(", ")}, ${isNegated}}`,
  );
  const columns = select === null ? "nil" : JSON.stringify(select);
  return `[event: ${action}, schema: ${schema}, table: ${table}, filters: [${conditions.join(", ")}], select: ${columns}]`;
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function readAction(event: unknown): ChangeFilter["action"] {
  const wanted = typeof event === "string" ? event.toUpperCase() : "*";
  return ACTIONS.find((action) => action === wanted) ?? "*";
}

type Selected =
  | { readonly ok: true; readonly columns: readonly string[] | null }
  | { readonly ok: false; readonly error: string };

function readSelect(value: unknown): Selected {
  if (typeof value === "string") {
    return {
      ok: false,
      error:
        'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    };
  }
  const columns = Array.isArray(value)
    ? value.filter((column): column is string => typeof column === "string")
    : [];
  return { ok: true, columns: columns.length === 0 ? null : columns };
}
