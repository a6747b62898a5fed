import type { z } from "zod";
import { StorageError } from "./storage-error.ts";

type InputSource = "body" | "querystring";

const INTEGERS: ReadonlySet<string> = new Set(["int", "number"]);

/**
 * Parses input. Reports the first wrong field in the format of upstream's validator (Ajv):
 * "body/expiresIn must be >= 1".
 *
 * @throws StorageError InvalidRequest.
 */
export function requireInput<T>(source: InputSource, schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const message = issue === undefined ? `${source} is invalid` : describeIssue(source, issue);
  throw new StorageError(400, "InvalidRequest", message, { error: "Error" });
}

function describeIssue(source: InputSource, issue: z.core.$ZodIssue): string {
  const path = [source, ...issue.path.map(String)];
  if (issue.code === "invalid_type" && issue.input === undefined && path.length > 1) {
    return `${path.slice(0, -1).join("/")} must have required property '${path.at(-1)}'`;
  }
  return `${path.join("/")} ${complaint(issue)}`;
}

function complaint(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${INTEGERS.has(issue.expected) ? "integer" : issue.expected}`;
    case "invalid_value":
      return "must be equal to one of the allowed values";
    case "invalid_union":
      return "must match a schema in anyOf";
    case "too_small":
      return issue.origin === "array"
        ? `must NOT have fewer than ${issue.minimum} items`
        : `must be >= ${issue.minimum}`;
    case "too_big":
      return tooBig(issue.origin, issue.maximum);
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "not_multiple_of":
    case "unrecognized_keys":
      return "is invalid";
  }
}

function tooBig(origin: string, maximum: number | bigint): string {
  if (origin === "array") return `must NOT have more than ${maximum} items`;
  return origin === "string"
    ? `must NOT have more than ${maximum} characters`
    : `must be <= ${maximum}`;
}
