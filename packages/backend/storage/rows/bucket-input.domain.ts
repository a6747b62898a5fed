import * as v from "valibot";
import { FILE_MAX_BYTES } from "./bucket-rows.ts";
import {
  featureNotEnabledError,
  invalidRequestError,
  mimeTypeError,
  tooLargeError,
} from "#backend/storage/protocol/storage-error.ts";

const UNIT_BYTES = { B: 1, KB: 1_000, MB: 1_000_000, GB: 1_000_000_000 } as const;

const settings = {
  public: v.optional(v.boolean()),
  file_size_limit: v.nullish(
    v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.string()]),
  ),
  allowed_mime_types: v.nullish(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(255))), v.maxLength(100)),
  ),
  type: v.nullish(v.string()),
  versioning_status: v.nullish(v.string()),
};

/** Body of POST /bucket. */
export const newBucketSchema = v.object({
  id: v.optional(v.string()),
  name: v.string(),
  ...settings,
});

/** Body of PUT /bucket/{id}. */
export const bucketChangeSchema = v.object(settings);

/** Settings of a bucket; undefined keeps the current value. */
export type BucketSettings = {
  readonly isPublic: boolean | undefined;
  readonly fileSizeLimit: number | null | undefined;
  readonly allowedMimeTypes: readonly string[] | null | undefined;
};

/**
 * Parses the settings of a bucket.
 *
 * @throws StorageError for a limit above the server's, an invalid type, and unsupported kinds of
 * buckets.
 */
export function readSettings(input: v.InferOutput<typeof bucketChangeSchema>): BucketSettings {
  if (input.type !== undefined && input.type !== null && input.type !== "STANDARD") {
    throw featureNotEnabledError(`${input.type.toLowerCase()} buckets`);
  }
  if (input.versioning_status === "ENABLED" || input.versioning_status === "SUSPENDED") {
    throw featureNotEnabledError("versioning");
  }
  return {
    isPublic: input.public,
    fileSizeLimit: readSizeLimit(input.file_size_limit),
    allowedMimeTypes: readMimeTypes(input.allowed_mime_types),
  };
}

/** Returns true when the bucket's list (exact types and "image/*") contains the type. */
export function allowsMimeType(allowed: readonly string[] | null, contentType: string): boolean {
  if (allowed === null) return true;
  const type = bareType(contentType);
  return allowed.some((entry) => {
    const wanted = bareType(entry);
    return wanted === "*/*" || wanted === type
      ? true
      : wanted.endsWith("/*") && type.startsWith(wanted.slice(0, -1));
  });
}

/** Returns the type in lower case without parameters. */
export function bareType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

function readSizeLimit(input: number | string | null | undefined): number | null | undefined {
  if (input === undefined || input === null) return input;
  const bytes = typeof input === "number" ? input : parseSize(input);
  if (bytes > FILE_MAX_BYTES) throw tooLargeError();
  return bytes === 0 ? null : bytes;
}

/** Parses "20MB" and the like, in steps of 1,000 as upstream. */
function parseSize(text: string): number {
  const [, amount, unit] = /^(\d{1,12}(?:\.\d{1,3})?)(gb|mb|kb|b)$/i.exec(text.trim()) ?? [];
  const bytes = Object.entries(UNIT_BYTES).find(([name]) => name === unit?.toUpperCase())?.[1];
  if (amount === undefined || bytes === undefined) {
    throw invalidRequestError("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B");
  }
  return Math.floor(Number(amount) * bytes);
}

function readMimeTypes(
  input: readonly string[] | null | undefined,
): readonly string[] | null | undefined {
  for (const type of input ?? []) {
    if (!/^(?:\*\/\*|[\w.+-]+\/(?:\*|[\w.+-]+))(?:\s*;\s*[\w-]+=[\w.+-]+)*$/.test(type)) {
      throw mimeTypeError(type);
    }
  }
  return input;
}
