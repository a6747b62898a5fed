import type * as v from "valibot";
import type { JsonWithPositions, Position } from "@reign-tv/kit/json-with-positions.ts";
import { didYouMean } from "@reign-tv/kit/closest-match.ts";

/** One mistake: its position and a hint. */
export type MinistryProblem = { readonly position: Position; readonly message: string };

/** Parts of a valibot schema that lead to inner schemas. */
type Schema = {
  readonly kind: string;
  readonly wrapped?: Schema;
  readonly pipe?: readonly Schema[];
  readonly options?: readonly (Schema | string | number)[];
  readonly literal?: unknown;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly value?: Schema;
  readonly item?: Schema;
};

/** Reports every mistake that a schema found, with its position and a hint in plain words. */
export function schemaProblems(
  issues: readonly v.GenericIssue[],
  schema: v.GenericSchema,
  json: JsonWithPositions,
): MinistryProblem[] {
  return issues.flatMap((issue): MinistryProblem[] => {
    const path = (issue.path ?? []).map(({ key }) => String(key));
    if (issue.type === "strict_object" && issue.expected === "never") {
      return unknownFields(path.slice(0, -1), schema, json);
    }
    const isMissing = issue.kind === "schema" && issue.input === undefined;
    const message = isMissing ? `is missing: add it${hereOf(path)}` : hintOf(issue);
    const isName = issue.path?.at(-1)?.origin === "key" && !isMissing;
    const position = isName ? json.positionOfName(path) : json.positionOf(path);
    return [{ position, message: `${path.join(".") || "the whole file"}: ${message}` }];
  });
}

/** Reports every field of an object that its schema does not have: valibot names the first only. */
function unknownFields(
  path: readonly string[],
  schema: v.GenericSchema,
  json: JsonWithPositions,
): MinistryProblem[] {
  const known = Object.keys(schemaAt(schema, path, json.value)?.entries ?? {});
  const given = Object.keys(Object(valueAt(json.value, path)));
  return given
    .filter((field) => !known.includes(field))
    .map((field) => ({
      position: json.positionOfName([...path, field]),
      message: `${[...path, field].join(".")}: unknown field; ${didYouMean(field, known)}`,
    }));
}

function hereOf(path: readonly string[]): string {
  const around = path.slice(0, -1).join(".");
  return around === "" ? "" : ` to ${around}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text between double quotes",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  strict_object: "an object between { and }",
  object: "an object between { and }",
  record: "an object between { and }",
  variant: "an object between { and }",
  array: "a list between [ and ]",
};

function hintOf({ type, input, expected, requirement, message }: v.GenericIssue): string {
  const kind = KINDS[type];
  switch (type) {
    case "picklist": {
      const known = optionsIn(expected);
      return `must be one of ${known.join(", ")}; ${didYouMean(String(input), known)}`;
    }
    case "min_length":
      return "must not be empty";
    case "max_length":
      return typeof input === "string"
        ? `must have at most ${String(requirement)} characters, has ${input.length}`
        : `must have at most ${String(requirement)}`;
    case "min_value":
      return `must be at least ${String(requirement)}`;
    case "max_value":
      return `must be at most ${String(requirement)}`;
    case "variant":
      if (expected !== "Object") return `must be one of ${optionsIn(expected).join(", ")}`;
      return `must be ${kind}, not ${describe(input)}`;
    default:
      return kind === undefined ? message : `must be ${kind}, not ${describe(input)}`;
  }
}

/** Returns the values in an expectation of valibot: `("a" | "b")`. */
function optionsIn(expected: string | null): string[] {
  return (expected ?? "").replaceAll(/[()"]/g, "").split(" | ");
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : JSON.stringify(value);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** Returns the schema at a path of the value. */
function schemaAt(
  schema: Schema | undefined,
  path: readonly string[],
  value: unknown,
): Schema | undefined {
  if (schema?.wrapped) return schemaAt(schema.wrapped, path, value);
  if (schema?.pipe) {
    return schemaAt(
      schema.pipe.findLast(({ kind }) => kind === "schema"),
      path,
      value,
    );
  }
  if (schema?.options) {
    const kind = valueAt(value, ["kind"]);
    const option = schema.options.find(
      (each): each is Schema =>
        typeof each === "object" && each.entries?.["kind"]?.literal === kind,
    );
    return schemaAt(option, path, value);
  }
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  const member = schema?.entries?.[key] ?? schema?.value ?? schema?.item;
  return schemaAt(member, rest, valueAt(value, [key]));
}
