import { limitError } from "#backend/rest/protocol/errors.ts";
import { readField, readQuoted } from "./field-grammar.domain.ts";
import type { Field } from "./field-grammar.domain.ts";
import { MAX_IN_VALUES, MAX_LOGIC_DEPTH } from "#backend/rest/protocol/limits.ts";
import { GrammarError, Scanner } from "./scanner.domain.ts";

/** Operators that accept `(any)` and `(all)`. */
const comparisonOperators = [
  "eq",
  "gte",
  "gt",
  "lte",
  "lt",
  "like",
  "ilike",
  "match",
  "imatch",
] as const;
/** Operators between two values of the column's type. */
const containmentOperators = ["neq", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj"] as const;
const textSearchOperators = ["fts", "plfts", "phfts", "wfts"] as const;

export type ComparisonOperator = (typeof comparisonOperators)[number];
export type ContainmentOperator = (typeof containmentOperators)[number];
export type TextSearchOperator = (typeof textSearchOperators)[number];
export type IsValue = (typeof isValues)[number];
const isValues = ["null", "not_null", "true", "false", "unknown"] as const;

export type Operation =
  | {
      readonly kind: "comparison";
      readonly operator: ComparisonOperator;
      readonly quantifier: "any" | "all" | null;
      readonly value: string;
    }
  | {
      readonly kind: "containment";
      readonly operator: ContainmentOperator;
      readonly value: string;
    }
  | {
      readonly kind: "textSearch";
      readonly operator: TextSearchOperator;
      readonly config: string | null;
      readonly value: string;
    }
  | { readonly kind: "in"; readonly values: readonly string[] }
  | { readonly kind: "is"; readonly value: IsValue }
  | { readonly kind: "isDistinct"; readonly value: string };

export type FilterExpression = { readonly isNegated: boolean; readonly operation: Operation };

export type LogicTree =
  | ({ readonly kind: "filter"; readonly field: Field } & FilterExpression)
  | {
      readonly kind: "and" | "or";
      readonly isNegated: boolean;
      readonly children: readonly LogicTree[];
    };

type ReadValue = (scanner: Scanner) => string;

/** Returns true when a query value starts like a filter; otherwise it is an argument of an rpc. */
export function looksLikeFilter(value: string): boolean {
  const operator = /^(?:not\.)?([a-z]+)(?:\([^()]*\))?\./.exec(value)?.[1];
  return operator !== undefined && (operator === "not" || isOperatorName(operator));
}

function isOperatorName(name: string): boolean {
  return (
    includes(comparisonOperators, name) ||
    includes(containmentOperators, name) ||
    includes(textSearchOperators, name) ||
    name === "in" ||
    name === "is" ||
    name === "isdistinct"
  );
}

function includes<T extends string>(list: readonly T[], name: string): name is T {
  return list.some((item) => item === name);
}

/**
 * Parses the value of a filter parameter: `[not.]operator.value`.
 *
 * @throws GrammarError with the position of the first error.
 */
export function parseFilterValue(text: string): FilterExpression {
  const scanner = new Scanner(text);
  const expression = readExpression(scanner, (rest) => rest.rest());
  scanner.expectEnd();
  return expression;
}

/**
 * Parses the value of `or=` and `and=`: `(a.eq.1,not.and(b.gt.2,c.is.null))`.
 *
 * @throws GrammarError with the position of the first error.
 */
export function parseLogic(kind: "and" | "or", isNegated: boolean, text: string): LogicTree {
  const scanner = new Scanner(text);
  const children = readBranch(scanner, 1);
  scanner.expectEnd();
  return { kind, isNegated, children };
}

function readBranch(scanner: Scanner, depth: number): LogicTree[] {
  if (depth > MAX_LOGIC_DEPTH) {
    throw limitError(`and() and or() may be nested ${MAX_LOGIC_DEPTH} levels deep`);
  }
  const children: LogicTree[] = [];
  scanner.skipBlanks();
  scanner.expect("(");
  do {
    scanner.skipBlanks();
    children.push(readTree(scanner, depth));
    scanner.skipBlanks();
  } while (scanner.eat(","));
  scanner.expect(")");
  scanner.skipBlanks();
  return children;
}

function readTree(scanner: Scanner, depth: number): LogicTree {
  if (scanner.sees(/(?:not\.)?(?:and|or)[ \t]*\(/y)) {
    const isNegated = scanner.eat("not.");
    const kind = scanner.eat("and") ? "and" : "or";
    if (kind === "or") scanner.expect("or");
    return { kind, isNegated, children: readBranch(scanner, depth + 1) };
  }
  const field = readField(scanner);
  scanner.expect(".");
  return { kind: "filter", field, ...readExpression(scanner, readLogicValue) };
}

/** Reads a value in and()/or(): quoted, in braces, or up to the next comma or parenthesis. */
function readLogicValue(scanner: Scanner): string {
  const start = scanner.position;
  if (scanner.next === '"') {
    const quoted = readQuoted(scanner);
    if (quoted !== null && (scanner.isAtEnd || scanner.sees(/[,)]/y))) return quoted;
    scanner.position = start;
  }
  return readBraces(scanner) ?? scanner.match(/[^,)]*/y) ?? "";
}

function readBraces(scanner: Scanner): string | null {
  if (scanner.next !== "{") return null;
  let depth = 0;
  for (let end = scanner.position; end < scanner.source.length; end += 1) {
    const character = scanner.source.charAt(end);
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth === 0) {
      const value = scanner.source.slice(scanner.position, end + 1);
      scanner.position = end + 1;
      return value;
    }
  }
  return null;
}

function readExpression(scanner: Scanner, readValue: ReadValue): FilterExpression {
  const isNegated = scanner.eat("not.");
  return { isNegated, operation: readOperation(scanner, readValue) };
}

function readOperation(scanner: Scanner, readValue: ReadValue): Operation {
  const start = scanner.position;
  const name = scanner.match(/[a-z]+/y) ?? "";
  if (name === "in") {
    scanner.expect(".");
    return { kind: "in", values: readList(scanner) };
  }
  if (name === "is") {
    scanner.expect(".");
    return { kind: "is", value: readIsValue(scanner) };
  }
  if (name === "isdistinct") {
    scanner.expect(".");
    return { kind: "isDistinct", value: readValue(scanner) };
  }
  if (includes(textSearchOperators, name)) {
    const config = readParenthesized(scanner, /[\p{L}\p{N}_ $.]+/uy);
    scanner.expect(".");
    return { kind: "textSearch", operator: name, config, value: readValue(scanner) };
  }
  if (includes(containmentOperators, name)) {
    scanner.expect(".");
    return { kind: "containment", operator: name, value: readValue(scanner) };
  }
  if (includes(comparisonOperators, name)) {
    const word = readParenthesized(scanner, /any|all/y);
    const quantifier = word === "any" || word === "all" ? word : null;
    scanner.expect(".");
    return { kind: "comparison", operator: name, quantifier, value: readValue(scanner) };
  }
  throw new GrammarError(start + 1, `unexpected "${name}" expecting operator (eq, gt, ...)`);
}

function readParenthesized(scanner: Scanner, pattern: RegExp): string | null {
  if (!scanner.eat("(")) return null;
  const word = scanner.match(pattern);
  if (word === null) scanner.fail("any, all or the name of a text search configuration");
  scanner.expect(")");
  return word.trim();
}

function readIsValue(scanner: Scanner): IsValue {
  const word = scanner.match(/[a-z_]+(?=[,)]|$)/iy)?.toLowerCase() ?? "";
  if (includes(isValues, word)) return word;
  scanner.fail("null, not_null or trilean value (unknown, true, false)");
}

function readList(scanner: Scanner): string[] {
  const values: string[] = [];
  scanner.skipBlanks();
  scanner.expect("(");
  do {
    values.push(readListElement(scanner));
    if (values.length > MAX_IN_VALUES) {
      throw limitError(`in.() may have ${MAX_IN_VALUES} values`);
    }
  } while (scanner.eat(","));
  scanner.expect(")");
  scanner.skipBlanks();
  // `in.()` is the empty list, not a list with one empty text.
  return values.length === 1 && values[0] === "" ? [] : values;
}

function readListElement(scanner: Scanner): string {
  const start = scanner.position;
  if (scanner.next === '"' && scanner.sees(/"(?:[^"\\]|\\[\s\S])*"[,)]/y)) {
    const quoted = readQuoted(scanner);
    if (quoted !== null) return quoted;
    scanner.position = start;
  }
  return scanner.match(/[^,)]*/y) ?? "";
}
