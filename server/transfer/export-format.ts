import { z } from "zod";

/** Files of an export (docs/export-format.md). */
export const MANIFEST_FILE = "manifest.json";
export const TABLES_FOLDER = "tables";
export const OBJECTS_FOLDER = "objects";
export const OBJECTS_FILE = "objects.jsonl";

const digest = { bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) };
const columnName = z.string().regex(/^\w+$/);

const tableSchema = z.object({
  /** `schema.name`. */
  name: z.string().regex(/^\w+\.\w+$/),
  rows: z.int().min(0),
  ...digest,
  columns: z.array(columnName).min(1),
  /** Columns of the primary key. */
  key: z.array(columnName).min(1),
  /** Columns that name an account. */
  accounts: z.array(z.object({ column: columnName, isOptional: z.boolean() })),
});
export type ExportedTable = z.infer<typeof tableSchema>;

/** Schema of the manifest; it is written last, so that half an export has none. */
export const manifestSchema = z.object({
  /** 2 has a `database`: releases that read only 1 must not mistake it for the other kind. */
  format: z.literal([1, 2]),
  /** Release that wrote it. */
  product: z.string(),
  exportedAt: z.iso.datetime(),
  /** A table comes after those that it references. */
  tables: z.array(tableSchema),
  objects: z.object({ count: z.int().min(0), ...digest }),
  /** Data that could not be exported, in words, with its number of rows. */
  leftOut: z.array(z.object({ what: z.string(), count: z.int().min(1) })),
  /** Only in a whole export, which has every row unchanged and replaces the cluster of its origin. */
  database: z
    .object({
      /** Versions of the migrations that created its tables, in their order. */
      migrations: z.array(z.string()),
      /** `name` is quoted as in SQL; `last` is null before the first use. */
      sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
    })
    .optional(),
});
export type ExportManifest = z.infer<typeof manifestSchema>;

/** An uploaded file: a line of `objects.jsonl`. Its bytes are in `objects/{version}`. */
export const exportedObjectSchema = z.object({
  version: z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  ...digest,
});
export type ExportedObject = z.infer<typeof exportedObjectSchema>;

/** A row as JSON has it. */
export const rowSchema = z.record(z.string(), z.unknown());
export type Row = z.infer<typeof rowSchema>;

/** Path of a table's rows inside an export. */
export function tableFile(name: string): string {
  return `${TABLES_FOLDER}/${name}.jsonl`;
}
