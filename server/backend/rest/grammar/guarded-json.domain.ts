import { bodyError } from "#server/backend/rest/protocol/errors.ts";
import { MAX_JSON_DEPTH } from "#server/backend/rest/protocol/limits.ts";

const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Parses a JSON body and refuses what R-61 refuses: nesting deeper than 20, keys that reach for
 * prototypes, NUL and lone surrogates (PostgreSQL stores neither in text).
 *
 * @throws RestError PGRST102.
 */
export function parseGuardedJson(text: string): unknown {
  if (measureDepth(text) > MAX_JSON_DEPTH) {
    throw bodyError("Invalid JSON body", `JSON may be nested ${MAX_JSON_DEPTH} levels deep`);
  }
  const value = parseJson(text);
  checkValue(value);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw bodyError("Empty or invalid json");
    throw error;
  }
}

/** Counts brackets outside strings, so that nothing recursive ever sees a hostile depth. */
function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    const character = token[0];
    if (character === "[" || character === "{") depth += 1;
    if (character === "]" || character === "}") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function checkValue(value: unknown): void {
  if (typeof value === "string") checkText(value);
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) {
      throw bodyError("Invalid JSON body", `The key '${key}' is not accepted`);
    }
    checkText(key);
    checkValue(child);
  }
}

function checkText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed()) {
    throw bodyError("Invalid JSON body", "Texts may contain neither NUL nor lone surrogates");
  }
}
