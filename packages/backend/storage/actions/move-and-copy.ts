import { requireMimeType, requireName, requireQuota } from "./accept-file.ts";
import { bareType } from "#backend/storage/rows/bucket-input.domain.ts";
import { readLimits } from "#backend/storage/rows/bucket-rows.ts";
import { formatOfExtension } from "#backend/storage/uploads/image-type.domain.ts";
import { fileExtension, type ObjectPath } from "#backend/storage/rows/object-path.domain.ts";
import { type ObjectMetadata, findObject } from "#backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import {
  mimeTypeError,
  tooLargeError,
  accessDeniedError,
  noSuchKeyError,
  ROW_POLICY_MESSAGE,
} from "#backend/storage/protocol/storage-error.ts";
import type { Access } from "#backend/storage/rows/access.ts";
import { randomUUID } from "node:crypto";
import { commitObject, checkWriteAllowed } from "./store-upload.ts";
import {
  readCacheControl,
  readContentEncoding,
  requireContentType,
} from "#backend/storage/uploads/upload-body.ts";

/**
 * Checks a stored file against the rules of its destination. Otherwise a move or copy
 * could bypass the checks of an upload: a bucket of verified images accepts only its own images,
 * under a name of their format.
 *
 * @throws StorageError InvalidKey, InvalidMimeType, EntityTooLarge or NoSuchBucket.
 */
async function requireTransfer(
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

export type Move = {
  readonly from: ObjectPath;
  readonly to: ObjectPath;
  /** Null accepts any version. */
  readonly version: string | null;
};

/**
 * Renames an object or moves it to another bucket with one UPDATE as the caller. The file stays in
 * place.
 *
 * @returns id of the object.
 */
export async function moveObject(
  deps: StorageDeps,
  access: Access,
  { from, to, version }: Move,
): Promise<string> {
  const row = await access.run(true, (sql) => findObject(sql, from));
  if (row === null || (version !== null && row.version !== version)) throw noSuchKeyError();
  await requireTransfer(deps, from, to, row.metadata ?? {});
  const { count } = await access.run(
    false,
    (sql) => sql`
      update storage.objects
      set bucket_id = ${to.bucketId}, name = ${to.name},
          owner_id = coalesce(${access.ownerId}, owner_id),
          owner = coalesce(${access.ownerId}, owner)
      where id = ${row.id} and version = ${row.version}`,
  );
  if (count === 0) throw accessDeniedError(ROW_POLICY_MESSAGE);
  return row.id;
}

export type Copy = Move & {
  readonly isUpsert: boolean;
  /**
   * Null copies all metadata. Otherwise user metadata is replaced or dropped, and the given fields
   * replaced.
   */
  readonly overrides: {
    readonly cacheControl?: string | undefined;
    readonly mimetype?: string | undefined;
    readonly userMetadata?: Readonly<Record<string, unknown>> | null;
    /** "" removes it. */
    readonly contentEncoding?: string | undefined;
  } | null;
};

/**
 * Copies the file, then inserts its row as the caller, in the order of an upload (store-upload.ts).
 *
 * @returns id of the new object.
 */
export async function copyObject(deps: StorageDeps, access: Access, copy: Copy): Promise<string> {
  const { from, to, version, isUpsert } = copy;
  const row = await access.run(true, (sql) => findObject(sql, from));
  if (row === null || (version !== null && row.version !== version)) throw noSuchKeyError();
  const metadata = overridden(row.metadata ?? {}, copy.overrides ?? {});
  await requireTransfer(deps, from, to, metadata);
  await checkWriteAllowed(deps, { path: to, access, isUpsert });

  const finish = async (): Promise<string> => {
    await requireQuota(deps, to, access.ownerId, metadata.size ?? 0);
    const newVersion = randomUUID();
    if (!(await deps.store.copy(row.version, newVersion))) throw noSuchKeyError();
    const object = {
      ...to,
      id: randomUUID(),
      version: newVersion,
      ownerId: access.ownerId,
      metadata,
      userMetadata:
        copy.overrides === null ? row.user_metadata : (copy.overrides.userMetadata ?? null),
    };
    return commitObject(deps, access, object, isUpsert);
  };
  const isImage = deps.settings.bucketPolicies.has(to.bucketId);
  return isImage ? deps.imageQueue.run(finish) : finish();
}

function overridden(
  { contentEncoding: ownEncoding, ...own }: Partial<ObjectMetadata>,
  { cacheControl, mimetype, contentEncoding }: NonNullable<Copy["overrides"]>,
): Partial<ObjectMetadata> {
  const encoding =
    contentEncoding === undefined ? ownEncoding : readContentEncoding(contentEncoding);
  return {
    ...own,
    ...(cacheControl === undefined ? {} : { cacheControl: readCacheControl(cacheControl) }),
    ...(mimetype === undefined ? {} : { mimetype: requireContentType(mimetype) }),
    ...(encoding === undefined ? {} : { contentEncoding: encoding }),
  };
}
