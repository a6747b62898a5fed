import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { deriveKey, type EncryptionKey } from "#operations/backup/encrypted-keys.ts";

/** Written last: its presence makes a backup complete. */
export const BACKUP_MANIFEST_FILE = "backup.json";
/** List of a backup's uploaded files. */
export const OBJECTS_FILE = "objects.json.gz";
/** List of the media files, which are in the pool of the uploaded ones. */
export const MEDIA_FILE = "media.json.gz";
export const ENCRYPTED_KEYS_FILE = "secrets.enc";
export const PLAIN_KEYS_FILE = "secrets.json";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const instant = v.pipe(v.string(), v.isoTimestamp());
const base64url = v.pipe(v.string(), v.regex(/^[\w-]*$/));
const fileSchema = v.object({
  name: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
  bytes: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

const tableSchema = v.object({
  /** Bounds for the rows of a restored copy: equal if nothing was written during the backup. */
  least: count,
  most: count,
});

/** Schema of backup.json, which a restored copy is checked against. */
const backupManifestSchema = v.object({
  format: v.literal(1),
  /** Folder of the backup: its start time, `2026-11-22T030000Z`. */
  name: v.string(),
  product: v.string(),
  startedAt: instant,
  finishedAt: instant,
  /** Null for an external database, whose data is in `rows`. */
  database: v.nullable(
    v.object({
      postgres: v.string(),
      systemId: v.pipe(v.string(), v.regex(/^\d+$/)),
      timeline: positive,
      startLsn: v.pipe(v.string(), v.regex(/^[0-9A-F]+\/[0-9A-F]+$/)),
      segmentBytes: positive,
      migrations: v.array(v.string()),
      tables: v.record(v.string(), tableSchema),
    }),
  ),
  /** An export of an external database (docs/export-format.md), each file compressed. */
  rows: v.optional(
    v.nullable(
      v.object({
        migrations: v.array(v.string()),
        /** Rows of each table. */
        tables: v.record(v.string(), count),
        /** True when its files are encrypted with the passphrase. */
        isSealed: v.boolean(),
      }),
    ),
    null,
  ),
  /** Every file of the backup's own folder except this one. */
  files: v.array(fileSchema),
  /** Number and total size of the uploaded files, which all backups share. */
  objects: v.object({
    count: v.pipe(v.number(), v.safeInteger()),
    bytes: v.pipe(v.number(), v.safeInteger()),
  }),
  /** Number and total size of the media files; null: the backup has none. */
  media: v.optional(v.nullable(v.object({ count, bytes: count })), null),
  /** How the keys of DATA_DIR/secrets are stored. */
  keys: v.picklist(["sealed", "open", "absent"]),
});

export type BackupManifest = v.InferOutput<typeof backupManifestSchema>;
export type RecordedRows = NonNullable<BackupManifest["rows"]>;
export type RecordedDatabase = NonNullable<BackupManifest["database"]>;

const sealedSchema = v.object({
  sha256: v.string(),
  /** HMAC-SHA256 with a key derived from the passphrase and this salt; absent without a passphrase. */
  mac: v.optional(
    v.object({
      salt: base64url,
      hmacSha256: base64url,
    }),
  ),
  record: v.unknown(),
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
  const { mac, record } = v.parse(sealedSchema, JSON.parse(text));
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
    const { sha256, record } = v.parse(sealedSchema, JSON.parse(text));
    return sumOf(record) === sha256 ? v.parse(backupManifestSchema, record) : null;
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

/**
 * Returns true for a backup that was made while the clock was ahead by more than a day. It must not count
 * as the newest: none would be made until the clock gets there.
 */
export function isFromFuture(name: string, nowMs: number): boolean {
  return (backupTime(name) ?? 0) > nowMs + DAY_MS;
}

/** Start of a backup in milliseconds since the epoch; null for other names. */
export function backupTime(name: string): number | null {
  if (!NAME.test(name)) return null;
  return Date.parse(name.replace(/T(\d\d)(\d\d)(\d\d)Z/, "T$1:$2:$3Z"));
}
