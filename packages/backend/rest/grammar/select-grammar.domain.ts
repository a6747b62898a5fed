import { limitError } from "#backend/rest/protocol/errors.ts";
import { readJsonPath, readName } from "./field-grammar.domain.ts";
import type { Field } from "./field-grammar.domain.ts";
import { MAX_EMBEDS } from "#backend/rest/protocol/limits.ts";
import { Scanner } from "./scanner.domain.ts";

const aggregateNames = ["sum", "avg", "min", "max", "count"] as const;
export type AggregateName = (typeof aggregateNames)[number];

/** `sum()::text`: the aggregate of a group and the cast of its result. */
export type SelectAggregate = { readonly name: AggregateName; readonly cast: string | null };

export type SelectField = {
  readonly kind: "field";
  /** Null for `count()`, which counts rows. */
  readonly field: Field | null;
  readonly alias: string | null;
  readonly cast: string | null;
  readonly aggregate: SelectAggregate | null;
};

export type SelectEmbed = {
  readonly kind: "embed";
  /** Table, constraint or column that leads to the other table. */
  readonly target: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly join: "inner" | "left";
  readonly isSpread: boolean;
  readonly items: readonly SelectItem[];
};

export type SelectItem = { readonly kind: "star" } | SelectField | SelectEmbed;

const aggregateCall = /\.(?:sum|avg|min|max|count)\(\)/y;
const rowCount = /count\(\)/y;

/**
 * Parses `select`: `id,name::text,data->a->>b,alias:rel!hint!inner(*),...rel(name)`.
 *
 * @throws GrammarError with the position of the first error.
 * @throws RestError PGRST100 for embeds deeper than R-33 allows.
 */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text);
  const items = text.trim() === "" ? [] : readItems(scanner, 0);
  scanner.expectEnd();
  return items;
}

function readItems(scanner: Scanner, depth: number): SelectItem[] {
  const items: SelectItem[] = [];
  do {
    scanner.skipBlanks();
    items.push(readItem(scanner, depth));
    scanner.skipBlanks();
  } while (scanner.eat(","));
  return items;
}

function readItem(scanner: Scanner, depth: number): SelectItem {
  if (scanner.eat("...")) {
    const target = readName(scanner);
    return readEmbed(scanner, { target, alias: null, isSpread: true }, depth);
  }
  if (scanner.eat("*")) return { kind: "star" };
  if (scanner.sees(rowCount)) return readRowCount(scanner, null);
  const first = readName(scanner);
  const hasAlias = scanner.next === ":" && !scanner.startsWith("::") && scanner.eat(":");
  if (hasAlias && scanner.sees(rowCount)) return readRowCount(scanner, first);
  const name = hasAlias ? readName(scanner) : first;
  const alias = hasAlias ? first : null;
  if (scanner.next === "!" || scanner.next === "(") {
    return readEmbed(scanner, { target: name, alias, isSpread: false }, depth);
  }
  return readSelectField(scanner, name, alias);
}

function readSelectField(scanner: Scanner, name: string, alias: string | null): SelectField {
  const path = readJsonPath(scanner);
  const cast = readCast(scanner);
  const aggregate = scanner.sees(aggregateCall) ? readAggregate(scanner) : null;
  scanner.skipBlanks();
  if (!scanner.isAtEnd && scanner.next !== "," && scanner.next !== ")") {
    scanner.fail('letter, digit, "-", "!", "(", "->>", "->", "::", ")", "," or end of input');
  }
  return { kind: "field", field: { name, path }, alias, cast, aggregate };
}

function readRowCount(scanner: Scanner, alias: string | null): SelectField {
  return {
    kind: "field",
    field: null,
    alias,
    cast: null,
    aggregate: readAggregate(scanner),
  };
}

/** Reads `.sum()::text`; a row count has no dot. */
function readAggregate(scanner: Scanner): SelectAggregate {
  scanner.eat(".");
  const name = aggregateNames.find((candidate) => scanner.eat(`${candidate}()`));
  if (name === undefined) scanner.fail(aggregateNames.map((one) => `"${one}()"`).join(", "));
  return { name, cast: readCast(scanner) };
}

function readCast(scanner: Scanner): string | null {
  return scanner.eat("::") ? readTypeName(scanner) : null;
}

function readTypeName(scanner: Scanner): string {
  const name = scanner.match(/[\p{L}\p{N}_ $]+/uy)?.trim();
  if (name === undefined || name === "") scanner.fail("letter or digit");
  return name;
}

function readEmbed(
  scanner: Scanner,
  start: Pick<SelectEmbed, "target" | "alias" | "isSpread">,
  depth: number,
): SelectEmbed {
  if (depth >= MAX_EMBEDS) {
    throw limitError(`Resources may be embedded ${MAX_EMBEDS} levels deep`);
  }
  let hint: string | null = null;
  let join: SelectEmbed["join"] = "left";
  for (let count = 0; count < 2 && scanner.eat("!"); count += 1) {
    const word = readName(scanner);
    if (word === "inner" || word === "left") join = word;
    else hint = word;
  }
  scanner.expect("(");
  scanner.skipBlanks();
  const items = scanner.next === ")" ? [] : readItems(scanner, depth + 1);
  scanner.expect(")");
  return { kind: "embed", ...start, hint, join, items };
}
