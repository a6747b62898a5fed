import { queryError, rangeError } from "#backend/rest/protocol/errors.ts";
import { readJsonPath, readName } from "./field-grammar.domain.ts";
import type { Field } from "./field-grammar.domain.ts";
import { looksLikeFilter, parseFilterValue, parseLogic } from "./filter-grammar.domain.ts";
import type { LogicTree } from "./filter-grammar.domain.ts";
import { parseOrder } from "./order-grammar.domain.ts";
import type { OrderTerm } from "./order-grammar.domain.ts";
import { GrammarError, Scanner } from "./scanner.domain.ts";
import { parseSelect } from "./select-grammar.domain.ts";
import type { SelectItem } from "./select-grammar.domain.ts";

/** Names of embeds from the root to a parameter's level; empty for the root. */
export type EmbedPath = readonly string[];
export type AtLevel<T> = { readonly path: EmbedPath; readonly value: T };

/** A parsed query string, not yet resolved in the schema. */
export type ParsedQuery = {
  readonly select: readonly SelectItem[];
  readonly filters: readonly AtLevel<LogicTree>[];
  readonly orders: readonly AtLevel<readonly OrderTerm[]>[];
  readonly limits: readonly AtLevel<number>[];
  readonly offsets: readonly AtLevel<number>[];
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
};

const star: readonly SelectItem[] = [{ kind: "star" }];

/** Parameters without a level or a column. */
const globalParameters = new Set(["select", "columns", "on_conflict"]);
const levelParameters = new Set(["and", "or", "order", "limit", "offset"]);

/** Returns true when the name alone makes a parameter part of the grammar. */
function isReservedParameter(key: string): boolean {
  return globalParameters.has(key) || levelParameters.has(key.slice(key.lastIndexOf(".") + 1));
}

/**
 * Splits the parameters of an rpc by GET into the query and the function's arguments. Like
 * PostgREST, a value that starts with an operator is a filter.
 */
export function splitArguments(parameters: readonly (readonly [string, string])[]): {
  readonly query: readonly (readonly [string, string])[];
  readonly args: readonly (readonly [string, string])[];
} {
  const query: (readonly [string, string])[] = [];
  const args: (readonly [string, string])[] = [];
  for (const entry of parameters) {
    const [key, value] = entry;
    const isQuery = isReservedParameter(key) || key.includes(".") || looksLikeFilter(value);
    (isQuery ? query : args).push(entry);
  }
  return { query, args };
}

/**
 * Parses the query string. The first of duplicate single parameters counts.
 *
 * @throws RestError PGRST100 with the position of the error, PGRST103 for a negative limit,
 * PGRST123
 * for aggregates.
 */
export function parseQuery(parameters: readonly (readonly [string, string])[]): ParsedQuery {
  const first = (name: string): string | null =>
    parameters.find(([key]) => key === name)?.[1] ?? null;
  const levels = parseLevels(parameters.filter(([key]) => !globalParameters.has(key)));
  const select = first("select");
  const columns = first("columns");
  const onConflict = first("on_conflict");
  return {
    ...levels,
    select: select === null ? star : parsed("select parameter", select, () => parseSelect(select)),
    columns: columns === null ? null : parsed("columns parameter", columns, () => names(columns)),
    onConflict:
      onConflict === null
        ? null
        : parsed("on_conflict parameter", onConflict, () => names(onConflict)),
  };
}

/** Returns true when a filter at any level is a regular expression. */
export function hasRegularExpression({ filters }: ParsedQuery): boolean {
  return filters.some(({ value }) => isRegularExpression(value));
}

function isRegularExpression(tree: LogicTree): boolean {
  if (tree.kind !== "filter") return tree.children.some(isRegularExpression);
  const { operation } = tree;
  if (operation.kind !== "comparison") return false;
  return operation.operator === "match" || operation.operator === "imatch";
}

type Levels = Pick<ParsedQuery, "filters" | "orders" | "limits" | "offsets">;

function parseLevels(parameters: readonly (readonly [string, string])[]): Levels {
  const filters: AtLevel<LogicTree>[] = [];
  const orders: AtLevel<readonly OrderTerm[]>[] = [];
  const limits: AtLevel<number>[] = [];
  const offsets: AtLevel<number>[] = [];
  for (const [key, value] of parameters) {
    const { path, field } = parsed("tree path", key, () => parseKey(key));
    switch (key.slice(key.lastIndexOf(".") + 1)) {
      case "order":
        orders.push({ path, value: parsed("order", value, () => parseOrder(value)) });
        break;
      case "limit":
        limits.push({ path, value: parseCount("limit", value) });
        break;
      case "offset":
        offsets.push({ path, value: parseCount("offset", value) });
        break;
      case "and":
        filters.push(parseLogicParameter("and", path, value));
        break;
      case "or":
        filters.push(parseLogicParameter("or", path, value));
        break;
      default: {
        const expression = parsed("filter", value, () => parseFilterValue(value));
        filters.push({ path, value: { kind: "filter", field, ...expression } });
      }
    }
  }
  return { filters, orders, limits, offsets };
}

function parseLogicParameter(
  kind: "and" | "or",
  path: EmbedPath,
  value: string,
): AtLevel<LogicTree> {
  const isNegated = path.includes("not");
  const tree = parsed("logic tree", value, () => parseLogic(kind, isNegated, value));
  return { path: path.filter((name) => name !== "not"), value: tree };
}

function parseKey(key: string): { path: string[]; field: Field } {
  const scanner = new Scanner(key);
  const path: string[] = [];
  let name = readName(scanner);
  while (scanner.eat(".")) {
    path.push(name);
    name = readName(scanner);
  }
  const steps = readJsonPath(scanner);
  scanner.expectEnd();
  return { path, field: { name, path: steps } };
}

function names(text: string): string[] {
  const scanner = new Scanner(text);
  const found: string[] = [];
  do {
    scanner.skipBlanks();
    found.push(readName(scanner));
    scanner.skipBlanks();
  } while (scanner.eat(","));
  scanner.expectEnd();
  return found;
}

function parseCount(name: "limit" | "offset", text: string): number {
  if (/^-\d+$/.test(text)) {
    throw rangeError(
      `${name === "limit" ? "Limit" : "Offset"} should be greater than or equal to zero.`,
    );
  }
  if (!/^\d{1,15}$/.test(text)) {
    throw queryError(
      `"failed to parse ${name} (${text})" (line 1, column 1)`,
      "expecting a non-negative whole number",
    );
  }
  return Number(text);
}

/** Runs a parser. Its error names the parameter in PostgREST's words. */
function parsed<T>(what: string, text: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    throw queryError(
      `"failed to parse ${what} (${text})" (line 1, column ${error.column})`,
      error.message,
    );
  }
}
