import * as v from "valibot";
import { jsonObject } from "@reign-tv/kit/json-object.ts";

/** Files of an export (docs/export-format.md). */
export const MANIFEST_FILE = "manifest.json";
export const TABLES_FOLDER = "tables";
export const OBJECTS_FOLDER = "objects";
export const OBJECTS_FILE = "objects.jsonl";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const digest = {
  bytes: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
};
const columnName = v.pipe(v.string(), v.regex(/^\w+$/));

const tableSchema = v.object({
  /** `schema.name`. */
  name: v.pipe(v.string(), v.regex(/^\w+\.\w+$/)),
  rows: count,
  ...digest,
  columns: v.pipe(v.array(columnName), v.minLength(1)),
  /** Columns of the primary key. */
  key: v.pipe(v.array(columnName), v.minLength(1)),
  /** Columns that name an account. */
  accounts: v.array(v.object({ column: columnName, isOptional: v.boolean() })),
});
export type ExportedTable = v.InferOutput<typeof tableSchema>;

/** Schema of the manifest; it is written last, so that half an export has none. */
export const manifestSchema = v.object({
  /** 2 has a `database`: releases that read only 1 must not mistake it for the other kind. */
  format: v.picklist([1, 2]),
  /** Release that wrote it. */
  product: v.string(),
  exportedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** A table comes after those that it references. */
  tables: v.array(tableSchema),
  objects: v.object({ count, ...digest }),
  /** Data that could not be exported, in words, with its number of rows. */
  leftOut: v.array(
    v.object({ what: v.string(), count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }),
  ),
  /** Only in a whole export, which has every row unchanged and replaces the cluster of its origin. */
  database: v.optional(
    v.object({
      /** Versions of the migrations that created its tables, in their order. */
      migrations: v.array(v.string()),
      /** `name` is quoted as in SQL; `last` is null before the first use. */
      sequences: v.array(v.object({ name: v.string(), last: v.nullable(v.string()) })),
    }),
  ),
});
export type ExportManifest = v.InferOutput<typeof manifestSchema>;

/** An uploaded file: a line of `objects.jsonl`. Its bytes are in `objects/{version}`. */
export const exportedObjectSchema = v.object({
  version: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  ...digest,
});
export type ExportedObject = v.InferOutput<typeof exportedObjectSchema>;

/** A row as JSON has it. */
export const rowSchema = jsonObject;
export type Row = v.InferOutput<typeof rowSchema>;

/** Path of a table's rows inside an export. */
export function tableFile(name: string): string {
  return `${TABLES_FOLDER}/${name}.jsonl`;
}
