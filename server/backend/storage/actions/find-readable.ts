import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import type { Access } from "#server/backend/storage/rows/access.ts";
import { readLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import type { ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import { findObject, type ObjectRow } from "#server/backend/storage/rows/object-rows.ts";
import {
  noSuchBucketError,
  noSuchKeyError,
} from "#server/backend/storage/protocol/storage-error.ts";

/**
 * The object of a public bucket; to who asks without a key, a private one does not exist.
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
  return found(await findObject(database.storage, path), version);
}

/**
 * The object as far as the caller's policies reach; in a public bucket everybody reads.
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
  if (isPublic) return found(await findObject(database.storage, path), version);
  return found(await access.run(true, (sql) => findObject(sql, path)), version);
}

/**
 * The object that a signature names.
 *
 * @throws StorageError NoSuchKey.
 */
export async function findSigned(
  { database }: StorageDeps,
  path: ObjectPath,
  version?: string,
): Promise<ObjectRow> {
  return found(await findObject(database.storage, path), version);
}

/** Nothing but the current version is kept: who asks for another one finds none. */
function found(row: ObjectRow | null, version: string | undefined): ObjectRow {
  if (row === null || (version !== undefined && row.version !== version)) throw noSuchKeyError();
  return row;
}
