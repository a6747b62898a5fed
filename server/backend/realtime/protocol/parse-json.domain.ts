import { isNestedTooDeep } from "#server/kit/json-guard.domain.ts";
import { parseJson } from "#server/kit/parse-json.ts";

/** Deeper ones could be read, but not written again. */
const DEPTH_LIMIT = 200;

/** Parses a text; null for one that is no JSON or nested too deep, as for JSON's own null. */
export function parseShallowJson(text: string): unknown {
  return isNestedTooDeep(text, DEPTH_LIMIT) ? null : parseJson(text);
}

/** Whether a text is JSON that can be read and written again. */
export function isJson(text: string): boolean {
  return text.trim() === "null" || parseShallowJson(text) !== null;
}
