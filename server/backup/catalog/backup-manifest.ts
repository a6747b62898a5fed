import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { deriveKey, type Sealing } from "#server/backup/encrypted-keys.ts";

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

const sealedSchema = z.object({
  sha256: z.string(),
  /** HMAC-SHA256 by a key that the passphrase gives with this salt; absent without a passphrase. */
  mac: z.object({ salt: z.base64url(), hmacSha256: z.base64url() }).optional(),
  record: z.unknown(),
});

/** Text of backup.json: the record, its own checksum, and its MAC where a passphrase gives one. */
export function writeRecord(record: BackupManifest, signing: Sealing | null = null): string {
  const mac = signing && {
    salt: signing.salt.toString("base64url"),
    hmacSha256: hmacOf(record, signing.key).toString("base64url"),
  };
  return JSON.stringify({ sha256: sumOf(record), ...(mac && { mac }), record }, null, 2);
}

/** Whether a text that `parseRecord` reads has a MAC of this passphrase, none, or one of another passphrase or record. */
export async function checkMac(
  text: string,
  passphrase: string | null,
): Promise<"valid" | "missing" | "wrong" | "unchecked"> {
  const { mac, record } = sealedSchema.parse(JSON.parse(text));
  if (mac === undefined) return "missing";
  if (passphrase === null) return "unchecked";
  const key = await deriveKey(passphrase, Buffer.from(mac.salt, "base64url"));
  const [given, right] = [Buffer.from(mac.hmacSha256, "base64url"), hmacOf(record, key)];
  return given.length === right.length && timingSafeEqual(given, right) ? "valid" : "wrong";
}

function hmacOf(record: unknown, key: Buffer): Buffer {
  return createHmac("sha256", key)
    .update(BACKUP_MANIFEST_FILE)
    .update(JSON.stringify(record))
    .digest();
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
