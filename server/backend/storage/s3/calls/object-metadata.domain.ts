import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";

const HEADER_PREFIX = "x-amz-meta-";
/** S3's own bound on what a sender may say of an object, names and values. */
const METADATA_MAX_BYTES = 2_048;

/** What `x-amz-meta-*` headers say; null when there are none. */
export function readUserMetadata(headers: Headers): Readonly<Record<string, string>> | null {
  const entries = [...headers]
    .filter(([name]) => name.startsWith(HEADER_PREFIX))
    .map(([name, value]): [string, string] => [name.slice(HEADER_PREFIX.length), value]);
  const bytes = entries.reduce((sum, entry) => sum + Buffer.byteLength(entry.join("")), 0);
  if (bytes > METADATA_MAX_BYTES) {
    const message = "Your metadata headers exceed the maximum allowed metadata size.";
    throw new S3Error("InvalidRequest", { message });
  }
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** How the object is encoded, "" for not; `aws-chunked` is how its body travels and goes with it. */
export function sentEncoding(headers: Headers): string {
  const names = (headers.get("content-encoding") ?? "").split(",").map((name) => name.trim());
  return names.filter((name) => name !== "" && name.toLowerCase() !== "aws-chunked").join(", ");
}

/**
 * The headers that say it again. Other clients keep whatever JSON they like: values that are no texts go
 * out as JSON, texts beyond ASCII as encoded words, and names that no header may have are left out.
 */
export function userMetadataHeaders(
  metadata: Readonly<Record<string, unknown>> | null,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(metadata ?? {})
    .filter(([name]) => /^[\w-]{1,128}$/.test(name))
    .map(([name, value]) => [HEADER_PREFIX + name.toLowerCase(), headerText(value)] as const);
}

function headerText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
}
