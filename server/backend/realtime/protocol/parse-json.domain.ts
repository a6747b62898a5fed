import { isNestedTooDeep } from "#server/kit/json-guard.domain.ts";

/** Deeper ones could be read, but not written again. */
const DEPTH_LIMIT = 200;

/** Parses a text; null for one that is no JSON or nested too deep, as for JSON's own null. */
export function parseJson(text: string): unknown {
  if (isNestedTooDeep(text, DEPTH_LIMIT)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether a text is JSON that can be read and written again. */
export function isJson(text: string): boolean {
  return text.trim() === "null" || parseJson(text) !== null;
}
