import {
  requireBucketName,
  requireKey,
  type ObjectPath,
} from "#server/backend/storage/rows/object-path.domain.ts";
import { tusRefusal } from "#server/backend/storage/protocol/tus.ts";

/** What an upload's address tells: where the object shall be, and the version that it will have. */
export type UploadId = { readonly path: ObjectPath; readonly version: string };

const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Last segment of an upload's address, as upstream makes it. */
export function writeUploadId({ path, version }: UploadId): string {
  return Buffer.from(`${path.bucketId}/${path.name}/${version}`).toString("base64url");
}

/** @throws TusRefusal 400 unless it is such a segment, StorageError for a name that none can have. */
export function readUploadId(segment: string): UploadId {
  const text = Buffer.from(segment, "base64url").toString("utf8");
  const first = text.indexOf("/");
  const last = text.lastIndexOf("/");
  const version = text.slice(last + 1);
  if (first === -1 || first === last || !VERSION.test(version)) throw tusRefusal("badId");
  return {
    path: {
      bucketId: requireBucketName(text.slice(0, first)),
      name: requireKey(text.slice(first + 1, last)),
    },
    version,
  };
}
