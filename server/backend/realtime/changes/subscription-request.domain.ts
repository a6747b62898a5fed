import type { ChangeRequest } from "#server/backend/realtime/protocol/join-config.domain.ts";
import { type Filter, parseFilters } from "./filter-grammar.domain.ts";

export type ChangeAction = "INSERT" | "UPDATE" | "DELETE";

/** What a client wants to hear of. */
export type ChangeFilter = {
  readonly action: ChangeAction | "*";
  readonly schema: string;
  /** `*`: every table of the schema. */
  readonly table: string;
  readonly filters: readonly Filter[];
  /** Columns to be told; null: all that the role may read. */
  readonly select: readonly string[] | null;
};

export type WishResult =
  | { readonly ok: true; readonly wish: ChangeFilter }
  | { readonly ok: false; readonly error: string };

const ACTIONS = ["INSERT", "UPDATE", "DELETE"] as const;

/** The entries of a join as they are answered: in their order, equal ones under one id. */
export function withIds(
  requests: readonly ChangeRequest[],
): readonly (ChangeRequest & { readonly id: number })[] {
  const texts = requests.map((request) => JSON.stringify(request));
  return requests.map((request, place) => ({
    ...request,
    id: texts.indexOf(texts[place] ?? "") + 1,
  }));
}

/** Reads one entry; the words of mistakes are upstream's. */
export function parseChangeFilter(request: ChangeRequest): WishResult {
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
  const wish: ChangeFilter = {
    action: readAction(request["event"]),
    schema: schema ?? "public",
    table: table ?? "*",
    filters: parsed.filters,
    select: selected.columns,
  };
  const isWild = wish.schema === "*" || wish.table === "*";
  if (isWild && wish.select !== null) {
    return {
      ok: false,
      error:
        "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.",
    };
  }
  return { ok: true, wish };
}

/** A wish as messages about it name it. */
export function describeWish({ action, schema, table, filters, select }: ChangeFilter): string {
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

function readSelect(asked: unknown): Selected {
  if (typeof asked === "string") {
    return {
      ok: false,
      error:
        'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    };
  }
  const columns = Array.isArray(asked)
    ? asked.filter((column): column is string => typeof column === "string")
    : [];
  return { ok: true, columns: columns.length === 0 ? null : columns };
}
