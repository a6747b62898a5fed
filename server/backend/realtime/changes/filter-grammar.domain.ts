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
