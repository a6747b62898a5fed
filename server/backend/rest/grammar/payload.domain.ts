import { bodyError } from "#server/backend/rest/protocol/errors.ts";
import { findValueFlaw, isNestedTooDeep, JSON_DEPTH_LIMIT } from "#server/kit/json-guard.domain.ts";
import { readCsv } from "./csv.domain.ts";

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

/** Rows of a body. The text reaches PostgreSQL unparsed, so that numbers keep all digits. */
export type Payload = {
  /** JSON text of an array of objects. */
  readonly text: string;
  readonly rowCount: number;
  /** Keys of the first row. */
  readonly keys: readonly string[];
  /** Every row has the keys of the first. */
  readonly hasEqualKeys: boolean;
  /** Keys that every row has. */
  readonly sharedKeys: ReadonlySet<string>;
};

/** Formats of a write's body. */
export type BodyFormat = "json" | "csv" | "form";

/**
 * Parses the `Content-Type` of a write.
 *
 * @throws RestError PGRST102 for an unsupported type.
 */
export function bodyFormat(contentType: string | undefined): BodyFormat {
  switch (mediaName(contentType)) {
    case "":
    case "application/json":
      return "json";
    case "text/csv":
      return "csv";
    case "application/x-www-form-urlencoded":
      return "form";
    default:
      throw bodyError(`Content-Type not acceptable: ${mediaName(contentType)}`);
  }
}

/** Returns the media type in lower case, without parameters. */
export function mediaName(contentType: string | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * Parses the rows of a body.
 *
 * @throws RestError PGRST102.
 */
export function parsePayload(format: BodyFormat, text: string): Payload {
  if (format === "csv") return rowsPayload(toGuardedText(readCsv(text)));
  if (format === "form") {
    return rowsPayload(toGuardedText([Object.fromEntries(new URLSearchParams(text))]));
  }
  const value = parseGuardedJson(text);
  const isArray = Array.isArray(value);
  const rows: readonly unknown[] = isArray ? value : [value];
  return describe(isArray ? text : `[${text}]`, rows);
}

/** Serializes values that were not JSON, so that the JSON guard checks them too. */
function toGuardedText(rows: readonly Record<string, string | null>[]): string {
  return JSON.stringify(rows);
}

function rowsPayload(text: string): Payload {
  const value = parseGuardedJson(text);
  return describe(text, Array.isArray(value) ? value : []);
}

function describe(text: string, rows: readonly unknown[]): Payload {
  const keysOf = rows.map((row) => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      throw bodyError("Empty or invalid json", "A row must be an object");
    }
    return Object.keys(row);
  });
  const [keys = [], ...others] = keysOf;
  const sharedKeys = new Set(keys);
  let hasEqualKeys = true;
  for (const other of others) {
    const present = new Set(other);
    if (present.size !== keys.length) hasEqualKeys = false;
    for (const key of keys) {
      if (present.has(key)) continue;
      hasEqualKeys = false;
      sharedKeys.delete(key);
    }
  }
  return { text, rowCount: rows.length, keys, hasEqualKeys, sharedKeys };
}
