import * as v from "valibot";
import { StorageError } from "./storage-error.ts";

type InputSource = "body" | "querystring";

/**
 * Parses input. Reports the first wrong field in the format of upstream's validator (Ajv):
 * "body/expiresIn must be >= 1".
 *
 * @throws StorageError InvalidRequest.
 */
export function requireInput<T>(
  source: InputSource,
  schema: v.GenericSchema<unknown, T>,
  input: unknown,
): T {
  // v.object also accepts an array.
  if (Array.isArray(input)) throw invalidInputError(`${source} must be object`);
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw invalidInputError(describeIssue(source, result.issues[0]));
}

function invalidInputError(message: string): StorageError {
  return new StorageError(400, "InvalidRequest", message, { error: "Error" });
}

function describeIssue(source: InputSource, issue: v.BaseIssue<unknown>): string {
  const path = (issue.path ?? []).map(({ key }) => String(key));
  if (issue.path?.at(-1)?.origin === "key") {
    return `${[source, ...path.slice(0, -1)].join("/")} must have required property '${path.at(-1)}'`;
  }
  return `${[source, ...path].join("/")} ${complaint(issue)}`;
}

function complaint({ type, input, requirement }: v.BaseIssue<unknown>): string {
  const unit = Array.isArray(input) ? "items" : "characters";
  switch (type) {
    case "string":
    case "boolean":
    case "object":
    case "array":
      return `must be ${type}`;
    case "number":
    case "to_number":
    case "integer":
    case "safe_integer":
      return "must be integer";
    case "picklist":
      return "must be equal to one of the allowed values";
    case "union":
      return "must match a schema in anyOf";
    case "min_length":
      return `must NOT have fewer than ${String(requirement)} ${unit}`;
    case "max_length":
      return `must NOT have more than ${String(requirement)} ${unit}`;
    case "min_value":
      return `must be >= ${String(requirement)}`;
    case "max_value":
      return `must be <= ${String(requirement)}`;
    default:
      return "is invalid";
  }
}
