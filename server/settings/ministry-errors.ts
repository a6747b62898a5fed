import { z } from "zod";
import type { JsonWithPositions, Position } from "#server/kit/json-with-positions.ts";
import { didYouMean } from "#server/kit/closest-match.ts";

/** One mistake: its position and a hint. */
export type MinistryProblem = { readonly position: Position; readonly message: string };

/** Reports every mistake that a schema found, with its position and a hint in plain words. */
export function schemaProblems(
  error: z.ZodError,
  schema: z.ZodType,
  json: JsonWithPositions,
): MinistryProblem[] {
  return error.issues.flatMap((issue): MinistryProblem[] => {
    const { path } = issue;
    const name = path.map(String).join(".") || "the whole file";
    const given = valueAt(json.value, path);
    if (issue.code === "unrecognized_keys") {
      const known = fieldsOf(schema, path, json.value);
      return issue.keys.map((key) => ({
        position: json.positionOfName([...path, key]),
        message: `${[...path, key].map(String).join(".")}: there is no such field; ${didYouMean(key, known)}`,
      }));
    }
    const isMissing = given === undefined && issue.code !== "custom";
    const message = isMissing ? `is missing: add it${hereOf(path)}` : hintOf(issue, given);
    const position =
      issue.code === "invalid_key" ? json.positionOfName(path) : json.positionOf(path);
    return [{ position, message: `${name}: ${message}` }];
  });
}

function hereOf(path: readonly PropertyKey[]): string {
  const around = path.slice(0, -1).map(String).join(".");
  return around === "" ? "" : ` to ${around}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text between double quotes",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object between { and }",
  record: "an object between { and }",
  array: "a list between [ and ]",
};

function hintOf(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? String(issue.expected)}, not ${describe(given)}`;
    case "invalid_value": {
      const known = issue.values.map(String);
      return `must be one of ${known.join(", ")}; ${didYouMean(String(given), known)}`;
    }
    case "invalid_union":
      return `must be one of ${unionNames(issue).join(", ")}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? `must not be empty`
        : `must be at least ${issue.minimum}`;
    case "too_big":
      return tooBig(issue.origin, issue.maximum, given);
    case "invalid_key":
      return issue.issues.map(({ message }) => message).join("; ");
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "not_multiple_of":
    case "unrecognized_keys":
      return issue.message;
  }
}

function unionNames(issue: z.core.$ZodIssueInvalidUnion): readonly string[] {
  return "options" in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : JSON.stringify(value);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

function tooBig(origin: string, most: number | bigint, given: unknown): string {
  if (origin === "string")
    return `must have at most ${most} characters, has ${String(given).length}`;
  return `must ${origin === "array" ? "have" : "be"} at most ${most}`;
}

/** Fields that a schema defines at a path of the value. */
function fieldsOf(
  schema: unknown,
  path: readonly PropertyKey[],
  value: unknown,
): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return fieldsOf(schema.unwrap(), path, value);
  }
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.out, path, value);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const kind = valueAt(value, ["kind"]);
    const option = schema.options.find(
      (candidate) =>
        candidate instanceof z.ZodObject && candidate.shape["kind"]?.safeParse(kind).success,
    );
    return fieldsOf(option, path, value);
  }
  const [key, ...rest] = path;
  if (key !== undefined) return fieldsOf(memberOf(schema, key), rest, valueAt(value, [key]));
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) {
    return schema.keyType.options.map(String);
  }
  return [];
}

function memberOf(schema: unknown, key: PropertyKey): unknown {
  if (schema instanceof z.ZodObject) return schema.shape[String(key)];
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return schema instanceof z.ZodArray ? schema.element : undefined;
}
