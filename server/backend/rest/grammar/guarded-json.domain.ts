import { bodyError } from "#server/backend/rest/protocol/errors.ts";
import { findValueFlaw, isNestedTooDeep, JSON_DEPTH_LIMIT } from "#server/kit/json-guard.domain.ts";

/**
 * Parses a JSON body within the limits of R-61 (server/kit/json-guard.domain.ts).
 *
 * @throws RestError PGRST102.
 */
export function parseGuardedJson(text: string): unknown {
  if (isNestedTooDeep(text)) {
    throw bodyError("Invalid JSON body", `JSON may be nested ${JSON_DEPTH_LIMIT} levels deep`);
  }
  const value = parseJson(text);
  switch (findValueFlaw(value)) {
    case "forbidden_key":
      throw bodyError("Invalid JSON body", "A key that reaches for prototypes is not accepted");
    case "unstorable_text":
      throw bodyError("Invalid JSON body", "Texts may contain neither NUL nor lone surrogates");
    case null:
      return value;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw bodyError("Empty or invalid json");
    throw error;
  }
}
