import { limitError } from "#backend/rest/protocol/errors.ts";
import { MAX_JSON_PATH_STEPS } from "#backend/rest/protocol/limits.ts";
import type { Scanner } from "./scanner.domain.ts";

/** One arrow of a JSON path: `->` returns JSON, `->>` text. */
export type JsonStep = {
  readonly isText: boolean;
  readonly operand:
    | { readonly kind: "key"; readonly key: string }
    | { readonly kind: "index"; readonly index: string };
};

/** A column with an optional path into its JSON. */
export type Field = { readonly name: string; readonly path: readonly JsonStep[] };

/**
 * Reads a name: letters, digits, `_`, `$`, inner blanks and dashes, or any text in double quotes
 * with backslash escapes.
 */
export function readName(scanner: Scanner): string {
  const quoted = readQuoted(scanner);
  if (quoted !== null) return quoted;
  const plain = scanner.match(/[\p{L}\p{M}\p{N}_ $]+(?:-(?!>)[\p{L}\p{M}\p{N}_ $]+)*/uy)?.trim();
  if (plain === undefined || plain === "") scanner.fail("field name (* or [a..z0..9_$])");
  return plain;
}

/** Reads a text in double quotes. Returns null and consumes nothing without a quote. */
export function readQuoted(scanner: Scanner): string | null {
  if (scanner.next !== '"') return null;
  const quoted = scanner.match(/"(?:[^"\\]|\\[\s\S])*"/y);
  if (quoted === null) {
    scanner.position = scanner.source.length;
    scanner.fail('"\\""');
  }
  return quoted.slice(1, -1).replaceAll(/\\([\s\S])/g, "$1");
}

export function readField(scanner: Scanner): Field {
  scanner.skipBlanks();
  const name = readName(scanner);
  const path = readJsonPath(scanner);
  scanner.skipBlanks();
  return { name, path };
}

export function readJsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = [];
  while (scanner.startsWith("->")) {
    const isText = scanner.eat("->>");
    if (!isText) scanner.expect("->");
    steps.push({ isText, operand: readOperand(scanner) });
    if (steps.length > MAX_JSON_PATH_STEPS) {
      throw limitError(`A JSON path may have ${MAX_JSON_PATH_STEPS} steps`);
    }
  }
  return steps;
}

function readOperand(scanner: Scanner): JsonStep["operand"] {
  const index = scanner.match(/-?\d{1,9}(?=->|::|[.,)]|$)/y);
  if (index !== null) return { kind: "index", index };
  if (scanner.next === "-") {
    scanner.position += 1;
    scanner.fail("digit");
  }
  return { kind: "key", key: readName(scanner) };
}
