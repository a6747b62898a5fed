import * as v from "valibot";
import { type UploadMetadata, tusError } from "#backend/storage/protocol/tus.ts";
import {
  readContentEncoding,
  requireContentType,
  type UploadDetails,
} from "#backend/storage/uploads/upload-body.ts";
import {
  requireBucketName,
  requireKey,
  type ObjectPath,
} from "#backend/storage/rows/object-path.domain.ts";
import { jsonObject } from "@reign-tv/kit/json-object.ts";

const DEFAULT_CONTENT_TYPE = "application/octet-stream";
const DEFAULT_CACHE_CONTROL = "no-cache";

/**
 * Reads the file details from the metadata of a resumable upload: `contentType`, `cacheControl` in
 * seconds, `contentEncoding` and `metadata`, a JSON object. Any other `metadata` is ignored, as
 * upstream.
 *
 * @throws StorageError InvalidMimeType.
 */
export function readUploadDetails(metadata: UploadMetadata): UploadDetails {
  const { contentType, cacheControl, contentEncoding } = metadata;
  return {
    contentType: requireContentType(contentType ?? DEFAULT_CONTENT_TYPE),
    cacheControl: /^\d{1,12}$/.test(cacheControl ?? "")
      ? `max-age=${cacheControl}`
      : DEFAULT_CACHE_CONTROL,
    contentEncoding: readContentEncoding(contentEncoding),
    userMetadata: readUserMetadata(metadata["metadata"]),
  };
}

function readUserMetadata(text: string | null | undefined): UploadDetails["userMetadata"] {
  if (text === null || text === undefined) return null;
  try {
    return v.parse(jsonObject, JSON.parse(text));
  } catch {
    return null;
  }
}

/** Content of an upload URL: the object's path and its future version. */
export type UploadId = { readonly path: ObjectPath; readonly version: string };

const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the last segment of an upload URL, in upstream's format. */
export function writeUploadId({ path, version }: UploadId): string {
  return Buffer.from(`${path.bucketId}/${path.name}/${version}`).toString("base64url");
}

/** @throws TusError 400 for another format, StorageError for an invalid name. */
export function readUploadId(segment: string): UploadId {
  const text = Buffer.from(segment, "base64url").toString("utf8");
  const first = text.indexOf("/");
  const last = text.lastIndexOf("/");
  const version = text.slice(last + 1);
  if (first === -1 || first === last || !VERSION.test(version)) throw tusError("badId");
  return {
    path: {
      bucketId: requireBucketName(text.slice(0, first)),
      name: requireKey(text.slice(first + 1, last)),
    },
    version,
  };
}
