import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { deriveKey, type EncryptionKey } from "#server/backup/encrypted-keys.ts";

/** Written last: its presence makes a backup complete. */
export const BACKUP_MANIFEST_FILE = "backup.json";
/** List of a backup's uploaded files. */
export const OBJECTS_FILE = "objects.json.gz";
export const ENCRYPTED_KEYS_FILE = "secrets.enc";
export const PLAIN_KEYS_FILE = "secrets.json";

/** Name of the file that holds an imported Bible text. */
export function textFile(textId: string): string {
  return `bible-${textId}.json.gz`;
}

/** Returns the id of the text in a file, or null for another kind of file. */
export function textIdOf(name: string): string | null {
  return /^bible-(.+)\.json\.gz$/.exec(name)?.[1] ?? null;
}

const fileSchema = z.object({
  name: z.string().regex(/^[\w.-]+$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const tableSchema = z.object({
  /** Bounds for the rows of a restored copy: equal if nothing was written during the backup. */
  least: z.number().int().nonnegative(),
  most: z.number().int().nonnegative(),
});

/** Schema of backup.json, which a restored copy is checked against. */
const backupManifestSchema = z.object({
  format: z.literal(1),
  /** Folder of the backup: its start time, `2026-11-22T030000Z`. */
  name: z.string(),
  product: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Null for an external database, whose data is in `rows`. */
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
  /** An export of an external database (docs/export-format.md), each file compressed. */
  rows: z
    .object({
      migrations: z.array(z.string()),
      /** Rows of each table. */
      tables: z.record(z.string(), z.number().int().nonnegative()),
      /** True when its files are encrypted with the passphrase. */
      isSealed: z.boolean(),
    })
    .nullable()
    .default(null),
  /** Every file of the backup's own folder except this one. */
  files: z.array(fileSchema),
  /** Number and total size of the uploaded files, which all backups share. */
  objects: z.object({ count: z.number().int(), bytes: z.number().int() }),
  /** How the keys of DATA_DIR/secrets are stored. */
  keys: z.enum(["sealed", "open", "absent"]),
});

export type BackupManifest = z.infer<typeof backupManifestSchema>;
export type RecordedRows = NonNullable<BackupManifest["rows"]>;
export type RecordedDatabase = NonNullable<BackupManifest["database"]>;

const sealedSchema = z.object({
  sha256: z.string(),
  /** HMAC-SHA256 with a key derived from the passphrase and this salt; absent without a passphrase. */
  mac: z.object({ salt: z.base64url(), hmacSha256: z.base64url() }).optional(),
  record: z.unknown(),
});

/** Serializes backup.json: the manifest, its checksum, and its MAC when there is a passphrase. */
export function writeManifest(
  record: BackupManifest,
  signing: EncryptionKey | null = null,
): string {
  const mac = signing && {
    salt: signing.salt.toString("base64url"),
    hmacSha256: hmacOf(record, signing.key).toString("base64url"),
  };
  return JSON.stringify({ sha256: sumOf(record), ...(mac && { mac }), record }, null, 2);
}

/** Checks the MAC of a text that `parseManifest` accepts: of this passphrase, missing, or wrong. */
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

/** Returns null for a text of another format, or with a wrong checksum. */
export function parseManifest(text: string): BackupManifest | null {
  try {
    const { sha256, record } = sealedSchema.parse(JSON.parse(text));
    return sumOf(record) === sha256 ? backupManifestSchema.parse(record) : null;
  } catch {
    return null;
  }
}

function sumOf(record: unknown): string {
  return createHash("sha256").update(JSON.stringify(record)).digest("hex");
}

const NAME = /^\d{4}-\d\d-\d\dT\d{6}Z$/;

/** Name of a backup that starts now; names sort by time. */
export function backupName(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d+/, "").replaceAll(":", "");
}

/** Start of a backup in milliseconds since the epoch; null for other names. */
export function backupTime(name: string): number | null {
  if (!NAME.test(name)) return null;
  return Date.parse(name.replace(/T(\d\d)(\d\d)(\d\d)Z/, "T$1:$2:$3Z"));
}
