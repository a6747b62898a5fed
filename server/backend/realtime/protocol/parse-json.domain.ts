import { isNestedTooDeep } from "#server/kit/json-guard.domain.ts";
import { parseJson } from "#server/kit/parse-json.ts";

/** Deeper values can be parsed but not serialized again. */
const DEPTH_LIMIT = 200;

/** Parses JSON. Returns null for invalid or too deeply nested text, and for JSON's null. */
export function parseShallowJson(text: string): unknown {
  return isNestedTooDeep(text, DEPTH_LIMIT) ? null : parseJson(text);
}

/** Returns true for JSON that can be parsed and serialized again. */
export function isJson(text: string): boolean {
  return text.trim() === "null" || parseShallowJson(text) !== null;
}
