import { bodyError } from "#server/backend/rest/protocol/errors.ts";

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
