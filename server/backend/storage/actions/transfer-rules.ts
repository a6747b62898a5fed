import { requireMimeType, requireName } from "./accept-file.ts";
import { bareType } from "#server/backend/storage/rows/bucket-input.domain.ts";
import { readLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import { formatOfExtension } from "#server/backend/storage/uploads/image-type.domain.ts";
import { fileExtension, type ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import type { ObjectMetadata } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { mimeTypeError, tooLargeError } from "#server/backend/storage/protocol/storage-error.ts";

/**
 * Holds a stored file to the rules of the place where it shall go, so that moving and copying are no
 * way around the checks of an upload: into a bucket of verified images comes only what
 * was verified there, under a name of its own format.
 *
 * @throws StorageError InvalidKey, InvalidMimeType, EntityTooLarge or NoSuchBucket.
 */
export async function requireTransfer(
  { database, settings: { bucketPolicies } }: StorageDeps,
  from: ObjectPath,
  to: ObjectPath,
  metadata: Partial<ObjectMetadata>,
): Promise<void> {
  requireName(bucketPolicies, to);
  const mimeType = metadata.mimetype ?? "";
  if (bucketPolicies.has(to.bucketId)) {
    const promised = formatOfExtension(fileExtension(to.name));
    const isVerified = from.bucketId === to.bucketId && bareType(mimeType) === `image/${promised}`;
    if (!isVerified) throw mimeTypeError(mimeType);
  }
  const limits = await readLimits(database.storage, to.bucketId);
  if (from.bucketId === to.bucketId) return;
  requireMimeType(limits, mimeType);
  if ((metadata.size ?? 0) > limits.maxBytes) throw tooLargeError();
}
