import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import type { Access } from "#backend/storage/rows/access.ts";
import { readLimits } from "#backend/storage/rows/bucket-rows.ts";
import type { ObjectPath } from "#backend/storage/rows/object-path.domain.ts";
import { findObject, type ObjectRow } from "#backend/storage/rows/object-rows.ts";
import { noSuchBucketError, noSuchKeyError } from "#backend/storage/protocol/storage-error.ts";

/**
 * Finds an object of a public bucket. Without a key, a private bucket does not exist.
 *
 * @throws StorageError NoSuchBucket or NoSuchKey.
 */
export async function findPublic(
  { database }: StorageDeps,
  path: ObjectPath,
  version?: string,
): Promise<ObjectRow> {
  const { isPublic } = await readLimits(database.storage, path.bucketId);
  if (!isPublic) throw noSuchBucketError();
  return requireVersion(await findObject(database.storage, path), version);
}

/**
 * Finds an object that the caller's policies show; every caller reads a public bucket.
 *
 * @throws StorageError NoSuchBucket or NoSuchKey.
 */
export async function findVisible(
  { database }: StorageDeps,
  access: Access,
  path: ObjectPath,
  version?: string,
): Promise<ObjectRow> {
  const { isPublic } = await readLimits(database.storage, path.bucketId);
  if (isPublic) return requireVersion(await findObject(database.storage, path), version);
  return requireVersion(await access.run(true, (sql) => findObject(sql, path)), version);
}

/**
 * Finds the object of a valid signature.
 *
 * @throws StorageError NoSuchKey.
 */
export async function findSigned(
  { database }: StorageDeps,
  path: ObjectPath,
  version?: string,
): Promise<ObjectRow> {
  return requireVersion(await findObject(database.storage, path), version);
}

/** Only the current version exists; every other version is not found. */
function requireVersion(row: ObjectRow | null, version: string | undefined): ObjectRow {
  if (row === null || (version !== undefined && row.version !== version)) throw noSuchKeyError();
  return row;
}
