import { createHash } from "node:crypto";
import { z } from "zod";

/** Name of the file that makes a backup one: it is written last. */
export const BACKUP_MANIFEST_FILE = "backup.json";
/** The list of a backup's uploaded files. */
export const OBJECTS_FILE = "objects.json.gz";
export const SEALED_KEYS_FILE = "secrets.enc";
export const OPEN_KEYS_FILE = "secrets.json";

/** Name of the file that holds an imported text of the Bible. */
export function textFile(textId: string): string {
  return `bible-${textId}.json.gz`;
}

/** Id of the text that a file holds; null for a file of another kind. */
export function textIdOf(name: string): string | null {
  return /^bible-(.+)\.json\.gz$/.exec(name)?.[1] ?? null;
}

const fileSchema = z.object({
  name: z.string().regex(/^[\w.-]+$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const tableSchema = z.object({
  /** Fewest and most rows that a copy may have: equal while nobody wrote. */
  least: z.number().int().nonnegative(),
  most: z.number().int().nonnegative(),
});

/** backup.json: what a backup holds, and what a restored copy is held to. */
const backupRecordSchema = z.object({
  format: z.literal(1),
  /** Folder of the backup: when it was begun, `2026-11-22T030000Z`. */
  name: z.string(),
  product: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Null where the database is elsewhere: then `rows` says what of it is here. */
  database: z
    .object({
      postgres: z.string(),
      systemId: z.string().regex(/^\d+$/),
      timeline: z.number().int().positive(),
      startLsn: z.string().regex(/^[0-9A-F]+\/[0-9A-F]+$/),
      segmentBytes: z.number().int().positive(),
      migrations: z.array(z.string()),
      tables: z.record(z.string(), tableSchema),
    })
    .nullable(),
  /** An export of a database elsewhere (docs/export-format.md), a packed file for each of its files. */
  rows: z
    .object({
      migrations: z.array(z.string()),
      /** Rows of each table. */
      tables: z.record(z.string(), z.number().int().nonnegative()),
      /** True when its files are closed by the passphrase. */
      isSealed: z.boolean(),
    })
    .nullable()
    .default(null),
  /** Everything in the backup's own folder but this record. */
  files: z.array(fileSchema),
  /** Uploaded files, which all backups share: how many, and how many bytes. */
  objects: z.object({ count: z.number().int(), bytes: z.number().int() }),
  /** How the keys of DATA_DIR/secrets are kept. */
  keys: z.enum(["sealed", "open", "absent"]),
});

export type BackupManifest = z.infer<typeof backupRecordSchema>;
export type RecordedRows = NonNullable<BackupManifest["rows"]>;
export type RecordedDatabase = NonNullable<BackupManifest["database"]>;

const sealedSchema = z.object({ sha256: z.string(), record: z.unknown() });

/** Text of backup.json: the record and its own checksum. */
export function writeRecord(record: BackupManifest): string {
  return JSON.stringify({ sha256: sumOf(record), record }, null, 2);
}

/** Null for a text that is no record of this format, or not the one that was written. */
export function parseRecord(text: string): BackupManifest | null {
  try {
    const { sha256, record } = sealedSchema.parse(JSON.parse(text));
    return sumOf(record) === sha256 ? backupRecordSchema.parse(record) : null;
  } catch {
    return null;
  }
}

function sumOf(record: unknown): string {
  return createHash("sha256").update(JSON.stringify(record)).digest("hex");
}

const NAME = /^\d{4}-\d\d-\d\dT\d{6}Z$/;

/** Name of a backup that begins now; names sort by time. */
export function backupName(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d+/, "").replaceAll(":", "");
}

/** When a backup was begun, in milliseconds since the epoch; null for other names. */
export function backupTime(name: string): number | null {
  if (!NAME.test(name)) return null;
  return Date.parse(name.replace(/T(\d\d)(\d\d)(\d\d)Z/, "T$1:$2:$3Z"));
}
