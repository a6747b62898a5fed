import {
  invalidBucketNameError,
  invalidKeyError,
} from "#backend/storage/protocol/storage-error.ts";

/** A bucket and the name of an object in it, both decoded and checked. */
export type ObjectPath = { readonly bucketId: string; readonly name: string };

/**
 * S3's safe characters and those that need special handling, as upstream. No control character,
 * backslash or percent sign: PostgreSQL and headers accept each of these.
 */
const SAFE_CHARACTERS = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET_CHARACTERS = /^[\w!\-.*'() &$@=;:+,?]+$/;
const NAME_MAX_LENGTH = 1_024;
const BUCKET_MAX_LENGTH = 100;

/**
 * Parses the bucket and the name from a request path, decoded exactly once.
 *
 * @param pathname path as sent, still encoded.
 * @param prefix text between "/object/" and the bucket, e.g. "public/" or "".
 * @throws StorageError InvalidKey or InvalidBucketName.
 */
export function readObjectPath(pathname: string, prefix: string): ObjectPath {
  return readPath(pathname, `/object/${prefix}`);
}

/** Parses the bucket and the name after `marker` in a request path, still encoded. */
export function readPath(pathname: string, marker: string): ObjectPath {
  const rest = pathname.slice(pathname.indexOf(marker) + marker.length);
  const slash = rest.indexOf("/");
  if (slash === -1) throw invalidKeyError("");
  return {
    bucketId: requireBucketName(decode(rest.slice(0, slash))),
    name: requireKey(decode(rest.slice(slash + 1))),
  };
}

/** @throws StorageError InvalidKey unless the name is valid. */
export function requireKey(name: string): string {
  if (!isValidKey(name)) throw invalidKeyError(name);
  return name;
}

/** @throws StorageError InvalidBucketName unless the name is valid. */
export function requireBucketName(bucketId: string): string {
  const isValid =
    bucketId.length <= BUCKET_MAX_LENGTH &&
    BUCKET_CHARACTERS.test(bucketId) &&
    bucketId.trim() === bucketId;
  if (!isValid) throw invalidBucketNameError();
  return bucketId;
}

/**
 * Returns true when an object may have this name. No file is named after it, so the check keeps
 * URLs unambiguous: no empty segment, no "." or "..", no slash at either end.
 */
export function isValidKey(name: string): boolean {
  return (
    name.length <= NAME_MAX_LENGTH &&
    SAFE_CHARACTERS.test(name) &&
    name.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..")
  );
}

/** Returns the last segment of a name, for Content-Disposition. */
export function fileName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Returns the lower-case extension of the last segment; "" without a dot. */
export function fileExtension(name: string): string {
  const last = fileName(name);
  const dot = last.lastIndexOf(".");
  return dot === -1 ? "" : last.slice(dot + 1).toLowerCase();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidKeyError(text);
  }
}
