import {
  invalidBucketNameError,
  invalidKeyError,
} from "#server/backend/storage/protocol/storage-error.ts";

/** A bucket and the name of an object in it, both decoded and checked. */
export type ObjectPath = { readonly bucketId: string; readonly name: string };

/**
 * S3's safe characters and those that need special handling, as upstream. No control character,
 * backslash or percent sign; PostgreSQL and headers take every one of them.
 */
const SAFE_CHARACTERS = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET_CHARACTERS = /^[\w!\-.*'() &$@=;:+,?]+$/;
const NAME_MAX_LENGTH = 1_024;
const BUCKET_MAX_LENGTH = 100;

/**
 * Reads the bucket and the name from the path of a request, decoded exactly once.
 *
 * @param pathname path as it was sent, still encoded.
 * @param prefix what stands between "/object/" and the bucket, e.g. "public/" or "".
 * @throws StorageError InvalidKey or InvalidBucketName.
 */
export function readObjectPath(pathname: string, prefix: string): ObjectPath {
  return readPath(pathname, `/object/${prefix}`);
}

/** Reads the bucket and the name from what follows `marker` in the path of a request, as sent. */
export function readPath(pathname: string, marker: string): ObjectPath {
  const rest = pathname.slice(pathname.indexOf(marker) + marker.length);
  const slash = rest.indexOf("/");
  if (slash === -1) throw invalidKeyError("");
  return {
    bucketId: requireBucketName(decode(rest.slice(0, slash))),
    name: requireKey(decode(rest.slice(slash + 1))),
  };
}

/** @throws StorageError InvalidKey unless an object may have this name. */
export function requireKey(name: string): string {
  if (!isValidKey(name)) throw invalidKeyError(name);
  return name;
}

/** @throws StorageError InvalidBucketName unless a bucket may have this name. */
export function requireBucketName(bucketId: string): string {
  const isValid =
    bucketId.length <= BUCKET_MAX_LENGTH &&
    BUCKET_CHARACTERS.test(bucketId) &&
    bucketId.trim() === bucketId;
  if (!isValid) throw invalidBucketNameError();
  return bucketId;
}

/**
 * Whether an object may have this name. No file is named after it (the server makes those names), so
 * this keeps addresses unambiguous: no empty segment, no "." or "..", no slash at either end.
 */
export function isValidKey(name: string): boolean {
  return (
    name.length <= NAME_MAX_LENGTH &&
    SAFE_CHARACTERS.test(name) &&
    name.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..")
  );
}

/** Last segment of a name, for Content-Disposition. */
export function fileName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Lower-case text after the last dot of the last segment; "" without a dot. */
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
