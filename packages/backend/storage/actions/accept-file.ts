import type { BackendSettings, BucketPolicy } from "#backend/settings.ts";
import { allowsMimeType } from "#backend/storage/rows/bucket-input.domain.ts";
import type { BucketLimits } from "#backend/storage/rows/bucket-rows.ts";
import { encodeImage } from "#backend/storage/uploads/image-encode.ts";
import { requireKey, type ObjectPath } from "#backend/storage/rows/object-path.domain.ts";
import { readUsage } from "#backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import type { Scratch, StagedFile } from "#backend/storage/uploads/staging.ts";
import {
  invalidKeyError,
  mimeTypeError,
  quotaError,
} from "#backend/storage/protocol/storage-error.ts";

/** An accepted file and the type under which it is served. */
export type AcceptedFile = { readonly file: StagedFile; readonly mimeType: string };

/** @throws StorageError InvalidKey when the name breaks the bucket's naming rule. */
export function requireName(
  policies: BackendSettings["bucketPolicies"],
  { bucketId, name }: ObjectPath,
): void {
  requireKey(name);
  const policy = policies.get(bucketId);
  if (policy && !policy.namePattern.test(name)) throw invalidKeyError(name);
}

/** @throws StorageError InvalidMimeType unless the bucket allows the type. */
export function requireMimeType(limits: BucketLimits, mimeType: string): void {
  if (!allowsMimeType(limits.allowedMimeTypes, mimeType)) throw mimeTypeError(mimeType);
}

/**
 * Applies the bucket's policy to a staged file: the server encodes images again. Without a
 * policy the file stays as it is.
 *
 * @throws StorageError InvalidMimeType.
 */
export async function acceptFile(
  policy: BucketPolicy | undefined,
  limits: BucketLimits,
  upload: { readonly path: ObjectPath; readonly file: StagedFile; readonly contentType: string },
  scratch: Scratch,
): Promise<AcceptedFile> {
  if (!policy) return { file: upload.file, mimeType: upload.contentType };
  const { bytes, mimeType } = await encodeImage(upload.file, upload.path.name, policy.image);
  requireMimeType(limits, mimeType);
  return { file: await scratch.write([bytes], policy.image.maxOutputBytes), mimeType };
}

/**
 * @param addedBytes size of the new file; 0 checks the object count before the upload.
 * @throws StorageError QuotaExceeded when the owner exceeds the quota.
 */
export async function requireQuota(
  { database, settings }: StorageDeps,
  path: ObjectPath,
  ownerId: string | null,
  addedBytes: number,
): Promise<void> {
  const policy = settings.bucketPolicies.get(path.bucketId);
  if (!policy || ownerId === null) return;
  const usage = await readUsage(database.storage, path, ownerId);
  if (usage.objects + 1 > policy.quota.objects) {
    throw quotaError(`You may keep ${policy.quota.objects} objects in this bucket`);
  }
  if (usage.bytes + addedBytes > policy.quota.bytes) {
    throw quotaError(`You may keep ${policy.quota.bytes} bytes in this bucket`);
  }
}
