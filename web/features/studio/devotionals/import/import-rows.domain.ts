import type { Result } from "#shared/errors.ts";
import * as v from "valibot";
import { isCalendarDay } from "#shared/devotional/devotional-date.ts";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { type DevotionalBody, devotionalBody } from "#shared/studio/kinds/devotional.ts";
import { type CsvRecord, readCsv } from "./csv.domain.ts";

/** Limits of a file: one year in two languages, with a margin. */
export const MAX_IMPORT_BYTES = 4 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 800;

/** Fields of a row, named as in the specified JSON. */
const FIELDS = ["title", "verse", "content", "reflection", "publishAt"] as const;
export type ImportField = (typeof FIELDS)[number];

/** Error of a row; the catalogue has its text under the same name. */
export type RowError =
  | { kind: "item" | "day" | "language" }
  /** An earlier line has the same day and language. */
  | { kind: "twice"; line: number }
  | { kind: "missing" | "long" | "signs" | "text" | "time"; field: ImportField };

/** One day of a file. */
export type ImportRow = {
  /** Line of the CSV, or position in the JSON, from 1. */
  line: number;
  /** "2026-06-14"; null for an unreadable date. */
  day: string | null;
  language: Language | null;
} & ({ body: DevotionalBody; error: null } | { body: null; title: string; error: RowError });

/** Row that can be published. */
export type GoodRow = Extract<ImportRow, { error: null }> & { day: string; language: Language };

/** Reason why a whole file is rejected. */
export type FileError = "type" | "size" | "syntax" | "array" | "count" | "columns" | "empty";

/** Part that comes first in "6/1/2025". */
export const DATE_ORDERS = ["day", "month"] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

/** Rows of a file. */
type ReadRows = {
  rows: readonly ImportRow[];
  /** Ambiguous date of a file in which no date shows the order; null otherwise. */
  unclearDate: string | null;
};

/** Month and language of rows that name only a day of the month, or no language. */
export type ImportDefaults = {
  /** "2026-06" */
  month: string;
  language: Language;
  /** Order of dates where the file does not show it. */
  dateOrder?: DateOrder | null;
};

/** Fields as the file has them. */
type RawRow = { line: number; fields: Readonly<Record<string, unknown>> | null };

/** Checks type and size of a file before it is read. */
export function checkImportFile(file: { name: string; size: number }): FileError | null {
  if (!/\.(?:json|csv|txt)$/i.test(file.name)) return "type";
  return file.size > MAX_IMPORT_BYTES ? "size" : null;
}

/**
 * Parses the specified JSON, or CSV. An invalid row gets an error and does not affect the others.
 */
export function readImport(
  name: string,
  text: string,
  defaults: ImportDefaults,
): Result<ReadRows, FileError> {
  const raw = /\.json$/i.test(name) ? rowsOfJson(text) : rowsOfCsv(readCsv(text));
  if (typeof raw === "string") return { ok: false, failure: raw };
  if (raw.length === 0) return { ok: false, failure: "empty" };
  if (raw.length > MAX_IMPORT_ROWS) return { ok: false, failure: "count" };
  const seen = new Map<string, number>();
  const shown = shownOrder(raw);
  const unclear = raw.map(writtenDate).find((date) => date !== null && isUnclear(date));
  const order = shown ?? defaults.dateOrder ?? null;
  const unclearDate = order === null ? (unclear?.written ?? null) : null;
  const read = { ...defaults, dateOrder: order ?? "day" };
  const rows = raw.map((row) => onlyOnce(readRow(row, read), seen));
  return { ok: true, value: { rows, unclearDate } };
}

function rowsOfJson(text: string): RawRow[] | FileError {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return "syntax";
  }
  if (!Array.isArray(json)) return "array";
  return json.map((item: unknown, index) => ({ line: index + 1, fields: fieldsOf(item) }));
}

function fieldsOf(item: unknown): RawRow["fields"] {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return null;
  return Object.fromEntries(Object.entries(item));
}

/** Column names in several languages, without accents. */
const COLUMN_NAMES = [
  ["date", "date"],
  ["day", "day jour"],
  ["language", "language langue lang"],
  ["title", "title titre"],
  ["verse", "verse verset"],
  ["content", "content text texte contenu meditation"],
  ["reflection", "reflection reflexion"],
  ["publishAt", "publishat publication"],
] as const;

const COLUMNS: ReadonlyMap<string, string> = new Map(
  COLUMN_NAMES.flatMap(([field, names]) => names.split(" ").map((name) => [name, field])),
);

function rowsOfCsv(records: readonly CsvRecord[]): RawRow[] | FileError {
  const [head, ...rest] = records;
  if (!head) return "empty";
  const names = head.fields.map((name) => COLUMNS.get(foldAccents(name)));
  const has = (name: string): boolean => names.includes(name);
  if (!has("title") || !has("content") || !(has("date") || has("day"))) return "columns";
  return rest.map(({ line, fields }) => ({
    line,
    fields: Object.fromEntries(
      names.flatMap((name, index) => {
        const value = fields[index]?.trim() ?? "";
        return name === undefined || value === "" ? [] : [[name, value]];
      }),
    ),
  }));
}

function foldAccents(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/[^a-z]/gi, "")
    .toLowerCase();
}

function readRow(
  { line, fields }: RawRow,
  defaults: ImportDefaults & { dateOrder: DateOrder },
): ImportRow {
  if (fields === null) {
    return { line, day: null, language: null, body: null, title: "", error: { kind: "item" } };
  }
  const day = dayOf(fields, defaults);
  const language = languageOf(fields["language"], defaults.language);
  const bad = (error: RowError): ImportRow => {
    const title = textOf(fields["title"]).slice(0, 200);
    return { line, day, language, body: null, title, error };
  };
  if (day === null) return bad({ kind: "day" });
  if (language === null) return bad({ kind: "language" });
  const result = v.safeParse(devotionalBody, bodyOf(fields));
  return result.success
    ? { line, day, language, body: result.output, error: null }
    : bad(errorOf(result.issues[0]));
}

/** Returns the fields of a body. Empty fields are left out; a spreadsheet may have no verse. */
function bodyOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = FIELDS.flatMap((name) => {
    const value = fields[name];
    const isAbsent = value === undefined || value === null;
    return isAbsent || (name === "reflection" && value === "") ? [] : [[name, value] as const];
  });
  return { verse: "", ...Object.fromEntries(given) };
}

/**
 * Day and month in the order of the file, then the year; American spreadsheets write the month
 * first.
 */
const WRITTEN_DATE = /^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4})$/;

type WrittenDate = { written: string; first: string; second: string; year: string; sign: string };

function writtenDate({ fields }: Pick<RawRow, "fields">): WrittenDate | null {
  const written = textOf(fields?.["date"] ?? fields?.["day"]).trim();
  const [whole, first = "", sign = "", second = "", year = ""] = WRITTEN_DATE.exec(written) ?? [];
  return whole === undefined ? null : { written, first, second, year, sign };
}

function dayIn({ first, second, year }: WrittenDate, order: DateOrder): string | null {
  const [day, month] = order === "day" ? [first, second] : [second, first];
  const whole = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDay(whole) ? whole : null;
}

/** Returns the day of a written date in an order; null when it does not exist. */
export function dayOfWritten(written: string, order: DateOrder): string | null {
  const date = writtenDate({ fields: { date: written } });
  return date && dayIn(date, order);
}

/** Dates with dots have the day first in every country. */
function isUnclear(date: WrittenDate): boolean {
  const [day, month] = [dayIn(date, "day"), dayIn(date, "month")];
  return date.sign !== "." && day !== null && month !== null && day !== month;
}

/** Returns the order of most unambiguous dates; null when both are equally frequent. */
function shownOrder(rows: readonly RawRow[]): DateOrder | null {
  let [days, months] = [0, 0];
  for (const row of rows) {
    const date = writtenDate(row);
    if (!date || isUnclear(date)) continue;
    const [day, month] = [dayIn(date, "day"), dayIn(date, "month")];
    if (day !== null && (month === null || date.sign === ".")) days += 1;
    else if (day === null && month !== null) months += 1;
  }
  if (days === months) return null;
  return days > months ? "day" : "month";
}

function dayOf(
  fields: Readonly<Record<string, unknown>>,
  { month, dateOrder }: ImportDefaults & { dateOrder: DateOrder },
): string | null {
  const { date, day } = fields;
  const given = date ?? day;
  const written = typeof given === "number" ? String(given) : textOf(given).trim();
  const found = writtenDate({ fields });
  if (found) return dayIn(found, found.sign === "." ? "day" : dateOrder);
  if (isCalendarDay(written)) return written;
  const ofMonth = `${month}-${written.padStart(2, "0")}`;
  return date === undefined && /^\d{1,2}$/.test(written) && isCalendarDay(ofMonth) ? ofMonth : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Language of a tag ("fr", "FR", "fr-FR"); the chosen one without a tag. */
function languageOf(value: unknown, selected: Language): Language | null {
  if (value === undefined || value === null) return selected;
  const [tag] = textOf(value).trim().toLowerCase().split(/[-_]/);
  return LANGUAGES.find((known) => known === tag) ?? null;
}

const ERROR_OF_RULE: ReadonlyMap<string, "missing" | "long" | "signs"> = new Map([
  ["min_length", "missing"],
  ["max_length", "long"],
  ["check", "signs"],
]);

function errorOf(issue: v.GenericIssue): RowError {
  const field = FIELDS.find((name) => name === issue.path?.[0].key) ?? "content";
  if (field === "publishAt") return { kind: "time", field };
  const kind = issue.input === undefined ? "missing" : (ERROR_OF_RULE.get(issue.type) ?? "text");
  return { kind, field };
}

function onlyOnce(row: ImportRow, seen: Map<string, number>): ImportRow {
  if (row.error !== null) return row;
  const key = `${row.day} ${row.language}`;
  const line = seen.get(key);
  if (line === undefined) {
    seen.set(key, row.line);
    return row;
  }
  const { title } = row.body;
  return { ...row, body: null, title, error: { kind: "twice", line } };
}

export function isGoodRow(row: ImportRow): row is GoodRow {
  return row.error === null && row.day !== null && row.language !== null;
}
