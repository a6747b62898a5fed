import { bodyError } from "#backend/rest/protocol/errors.ts";
import {
  findValueFlaw,
  isNestedTooDeep,
  JSON_DEPTH_LIMIT,
} from "@reign-tv/kit/json-guard.domain.ts";

/**
 * Parses a JSON body within the limits of R-61 (packages/kit/json-guard.domain.ts).
 *
 * @throws RestError PGRST102.
 */
export function parseGuardedJson(text: string): unknown {
  if (isNestedTooDeep(text)) {
    throw bodyError("Invalid JSON body", `JSON may be nested ${JSON_DEPTH_LIMIT} levels deep`);
  }
  const value = parseOrThrow(text);
  switch (findValueFlaw(value)) {
    case "forbidden_key":
      throw bodyError("Invalid JSON body", "A key that reaches for prototypes is not accepted");
    case "unstorable_text":
      throw bodyError("Invalid JSON body", "Texts may contain neither NUL nor lone surrogates");
    case null:
      return value;
  }
}

function parseOrThrow(text: string): unknown {
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

/** Field texts as PostgreSQL prints them; null is a missing value. */
export type CsvRow = readonly (string | null)[];

/**
 * Formats rows as PostgREST does: lines end in LF, fields are quoted like fields of a PostgreSQL
 * record, null is empty and the empty text `""`.
 */
export function writeCsv(header: readonly string[], rows: readonly CsvRow[]): string {
  const lines = rows.map((row) => row.map((field) => writeField(field)).join(","));
  return [header.map((name) => writeField(name)).join(","), ...lines].join("\n");
}

function writeField(field: string | null): string {
  if (field === null) return "";
  const isPlain = field !== "" && !/["\\(),\s]/.test(field);
  return isPlain ? field : `"${field.replaceAll('"', '""')}"`;
}

/**
 * Parses RFC 4180 text with a header line into objects; an unquoted `NULL` is null.
 *
 * @throws RestError PGRST102 for an open quote or a row of another length than the header.
 */
export function readCsv(text: string): Record<string, string | null>[] {
  const [header, ...rows] = readRows(text);
  if (header === undefined) return [];
  return rows.map((row) => {
    if (row.length !== header.length) throw bodyError("All lines must have same number of fields");
    return Object.fromEntries(header.map((field, index) => [field.text, toValue(row[index])]));
  });
}

type CsvField = { readonly text: string; readonly isQuoted: boolean };

function toValue(field: CsvField | undefined): string | null {
  if (field === undefined || (field.text === "NULL" && !field.isQuoted)) return null;
  return field.text;
}

function readRows(text: string): CsvField[][] {
  const rows: CsvField[][] = [];
  let row: CsvField[] = [];
  let position = 0;
  while (position < text.length) {
    const { field, end } = readCsvField(text, position);
    row.push(field);
    if (text.charAt(end) === ",") {
      position = end + 1;
      if (position === text.length) row.push({ text: "", isQuoted: false });
      continue;
    }
    rows.push(row);
    row = [];
    position = text.startsWith("\r\n", end) ? end + 2 : end + 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function readCsvField(text: string, start: number): { field: CsvField; end: number } {
  const pattern = /"((?:[^"]|"")*)"|[^,\r\n"]*/y;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  const end = start + (match?.[0].length ?? 0);
  if (end < text.length && !/[,\r\n]/.test(text.charAt(end))) {
    throw bodyError("Invalid CSV body", `Unexpected quote at character ${end + 1}`);
  }
  const quoted = match?.[1];
  const field =
    quoted === undefined
      ? { text: match?.[0] ?? "", isQuoted: false }
      : { text: quoted.replaceAll('""', '"'), isQuoted: true };
  return { field, end };
}
