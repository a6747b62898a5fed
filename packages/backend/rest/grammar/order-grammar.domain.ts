import { limitError } from "#backend/rest/protocol/errors.ts";
import { readField, readName } from "./field-grammar.domain.ts";
import type { Field } from "./field-grammar.domain.ts";
import { MAX_ORDER_TERMS } from "#backend/rest/protocol/limits.ts";
import { Scanner } from "./scanner.domain.ts";

export type OrderTerm = {
  readonly field: Field;
  /** Name of an embedded to-one resource whose column orders this level. */
  readonly relation: string | null;
  readonly isDescending: boolean;
  readonly nulls: "first" | "last" | null;
};

/**
 * Parses `order`: `name.desc.nullslast,data->>age,author(name).asc`.
 *
 * @throws GrammarError with the position of the first error.
 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text);
  const terms: OrderTerm[] = [];
  do {
    scanner.skipBlanks();
    terms.push(readTerm(scanner));
    if (terms.length > MAX_ORDER_TERMS) {
      throw limitError(`order may have ${MAX_ORDER_TERMS} terms`);
    }
    scanner.skipBlanks();
  } while (scanner.eat(","));
  scanner.expectEnd();
  return terms;
}

function readTerm(scanner: Scanner): OrderTerm {
  const { field, relation } = readTarget(scanner);
  const isDescending = scanner.eat(".desc");
  if (!isDescending) scanner.eat(".asc");
  const nulls = readNulls(scanner);
  scanner.skipBlanks();
  if (!scanner.isAtEnd && scanner.next !== ",") {
    scanner.fail('".asc", ".desc", ".nullsfirst", ".nullslast", "," or end of input');
  }
  return { field, relation, isDescending, nulls };
}

function readTarget(scanner: Scanner): Pick<OrderTerm, "field" | "relation"> {
  const start = scanner.position;
  const name = readName(scanner);
  if (scanner.eat("(")) {
    const field = readField(scanner);
    scanner.expect(")");
    return { field, relation: name };
  }
  scanner.position = start;
  return { field: readField(scanner), relation: null };
}

function readNulls(scanner: Scanner): OrderTerm["nulls"] {
  if (scanner.eat(".nullsfirst")) return "first";
  return scanner.eat(".nullslast") ? "last" : null;
}
