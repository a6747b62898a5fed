import { bodyError } from "#backend/rest/protocol/errors.ts";
import { parseGuardedJson, mediaName } from "#backend/rest/grammar/payload.domain.ts";
import { findRoutine, type CallShape } from "#backend/rest/schema/routines.domain.ts";
import type { Routine, Schema } from "#backend/rest/schema/schema.domain.ts";

/** Arguments of a function call. */
export type CallArguments =
  | { readonly kind: "named"; readonly values: readonly (readonly [string, string])[] }
  | { readonly kind: "json"; readonly text: string; readonly names: readonly string[] }
  | { readonly kind: "body"; readonly text: string }
  | { readonly kind: "bytes"; readonly hex: string };

export type CallPlan = { readonly routine: Routine; readonly args: CallArguments };

/** Resolves the function of a GET; its arguments are texts of the query string. */
export function planGetCall(
  schema: Schema,
  name: string,
  values: readonly (readonly [string, string])[],
): CallPlan {
  const names = [...new Set(values.map(([key]) => key))];
  const routine = findRoutine(schema, name, { names, body: null });
  return { routine, args: { kind: "named", values } };
}

/**
 * Resolves the function of a POST.
 *
 * @throws RestError PGRST102 for a body that contradicts its type, PGRST202, PGRST203.
 */
export function planPostCall(
  schema: Schema,
  name: string,
  contentType: string | undefined,
  body: { readonly text: () => string; readonly hex: () => string },
): CallPlan {
  switch (mediaName(contentType)) {
    case "":
    case "application/json":
      return planJsonCall(schema, name, body.text());
    case "application/x-www-form-urlencoded": {
      const values = [...new URLSearchParams(body.text())];
      return planGetCall(schema, name, values);
    }
    case "text/plain":
    case "text/xml": {
      const kind = mediaName(contentType) === "text/xml" ? "xml" : "text";
      const routine = findRoutine(schema, name, { names: [], body: kind });
      return { routine, args: { kind: "body", text: body.text() } };
    }
    case "application/octet-stream": {
      const routine = findRoutine(schema, name, { names: [], body: "bytes" });
      return { routine, args: { kind: "bytes", hex: body.hex() } };
    }
    default:
      throw bodyError(`Content-Type not acceptable: ${mediaName(contentType)}`);
  }
}

function planJsonCall(schema: Schema, name: string, text: string): CallPlan {
  const given = text.trim() === "" ? "{}" : text;
  const value = parseGuardedJson(given);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const call: CallShape = { names: isObject ? Object.keys(value) : [], body: "json" };
  const routine = findRoutine(schema, name, call);
  if (isUnnamed(routine)) return { routine, args: { kind: "body", text: given } };
  if (!isObject) throw bodyError("Empty or invalid json", "Arguments must be an object");
  return { routine, args: { kind: "json", text: given, names: call.names } };
}

/** A function of one unnamed argument receives the body unchanged. */
function isUnnamed({ args }: Routine): boolean {
  return args.length === 1 && args[0]?.name === "";
}
