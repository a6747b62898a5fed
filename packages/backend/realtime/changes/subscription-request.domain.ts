import type { ChangeRequest } from "#backend/realtime/protocol/join-config.domain.ts";

/** One condition of a `postgres_changes` filter. */
export type Filter = {
  readonly column: string;
  readonly operator: FilterOperator;
  /** For `in` a PostgreSQL array literal, `{a,"b,c"}`. */
  readonly value: string;
  readonly isNegated: boolean;
};

export type FilterOperator = (typeof OPERATORS)[number];

export type FilterResult =
  | { readonly ok: true; readonly filters: readonly Filter[] }
  | { readonly ok: false; readonly error: string };

const OPERATORS = [
  "eq",
  "neq",
  "lt",
  "lte",
  "gt",
  "gte",
  "in",
  "like",
  "ilike",
  "is",
  "match",
  "imatch",
  "isdistinct",
] as const;

const IN_LIMIT = 100;
const IS_VALUES: readonly string[] = ["null", "true", "false", "unknown"];
const NEGATION = "not.";

/**
 * Parses `column=[not.]operator.value`, conditions joined by commas; errors have upstream's text.
 * Values with `, ( ) " \` stand in double quotes.
 */
export function parseFilters(text: string): FilterResult {
  const trimmed = text.trim();
  if (trimmed === "") return { ok: true, filters: [] };
  const filters: Filter[] = [];
  for (const segment of splitSegments(trimmed)) {
    const filter = parseSegment(segment.trim());
    if (typeof filter === "string") {
      return { ok: false, error: `Error parsing \`filter\` params: ${filter}` };
    }
    filters.push(filter);
  }
  return { ok: true, filters };
}

/** @returns the condition, or the error message. */
function parseSegment(segment: string): Filter | string {
  if (segment === "") return "filter must not contain empty segments (check for extra commas)";
  const equals = segment.indexOf("=");
  if (equals === -1) return inspect([segment]);
  const rest = segment.slice(equals + 1);
  const isNegated = rest.startsWith(NEGATION);
  const [name = "", ...values] = (isNegated ? rest.slice(NEGATION.length) : rest).split(".");
  if (values.length === 0) return inspect([name]);
  const written = values.join(".");
  const operator = OPERATORS.find((known) => known === name);
  if (operator === undefined) return inspect([name, written]);
  const value = readValue(operator, written);
  if (!value.ok) return value.error;
  return { column: segment.slice(0, equals), operator, value: value.text, isNegated };
}

type Value =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: string };

function readValue(operator: FilterOperator, written: string): Value {
  if (operator === "is" && !IS_VALUES.includes(written.toLowerCase())) {
    return { ok: false, error: "`is` filter value must be null, true, false or unknown" };
  }
  if (operator !== "in") return { ok: true, text: unquote(written) };
  if (!/^\(.*\)$/s.test(written)) {
    return { ok: false, error: "`in` filter value must be wrapped by parentheses" };
  }
  const items = written.slice(1, -1);
  if (splitSegments(items).length > IN_LIMIT) {
    return { ok: false, error: `Too many values for \`in\` filter. Maximum ${IN_LIMIT}` };
  }
  return { ok: true, text: `{${items}}` };
}

/** Splits at commas outside quotes and parentheses. */
function splitSegments(text: string): readonly string[] {
  const segments: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"' && opensQuote(text, at)) at = endOfQuote(text, at);
    else if (char === "(") depth += 1;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (char === "," && depth === 0) {
      segments.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...segments, text.slice(start)];
}

/** A quote inside a value is a plain character. */
function opensQuote(text: string, at: number): boolean {
  return at === 0 || ".(,".includes(text[at - 1] ?? "");
}

function endOfQuote(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function unquote(written: string): string {
  const isQuoted = written.length > 1 && endOfQuote(written, 0) === written.length - 1;
  if (!written.startsWith('"') || !isQuoted) return written;
  return written.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
}

/** Formats a list in the syntax of upstream's language. */
function inspect(items: readonly string[]): string {
  return `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;
}

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
