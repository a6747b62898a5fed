import { requireMimeType, requireName, requireQuota } from "./accept-file.ts";
import { bareType } from "#server/backend/storage/rows/bucket-input.domain.ts";
import { readLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import { formatOfExtension } from "#server/backend/storage/uploads/image-type.domain.ts";
import { fileExtension, type ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import { type ObjectMetadata, findObject } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import {
  mimeTypeError,
  tooLargeError,
  accessDeniedError,
  noSuchKeyError,
  ROW_POLICY_MESSAGE,
} from "#server/backend/storage/protocol/storage-error.ts";
import type { Access } from "#server/backend/storage/rows/access.ts";
import { randomUUID } from "node:crypto";
import { commitObject, checkWriteAllowed } from "./store-upload.ts";
import {
  readCacheControl,
  readContentEncoding,
  requireContentType,
} from "#server/backend/storage/uploads/upload-body.ts";

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

export type Move = {
  readonly from: ObjectPath;
  readonly to: ObjectPath;
  /** Only this version, when one is given. */
  readonly version: string | null;
};

/**
 * Gives an object another name or bucket: one UPDATE as the caller. The file stays what and where it
 * is, so there is nothing to lose.
 *
 * @returns id of the object.
 */
export async function moveObject(
  parts: StorageDeps,
  access: Access,
  { from, to, version }: Move,
): Promise<string> {
  const row = await access.run(true, (sql) => findObject(sql, from));
  if (row === null || (version !== null && row.version !== version)) throw noSuchKeyError();
  await requireTransfer(parts, from, to, row.metadata ?? {});
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
  /** Null copies all metadata; else the user's are replaced or dropped, and of the rest these replaced. */
  readonly overrides: {
    readonly cacheControl?: string | undefined;
    readonly mimetype?: string | undefined;
    readonly userMetadata?: Readonly<Record<string, unknown>> | null;
    /** "" for none. */
    readonly contentEncoding?: string | undefined;
  } | null;
};

/**
 * Copies an object: a second file first, then its row as the caller, in the order of an upload
 * (store-upload.ts).
 *
 * @returns id of the new object.
 */
export async function copyObject(parts: StorageDeps, access: Access, copy: Copy): Promise<string> {
  const { from, to, version, isUpsert } = copy;
  const row = await access.run(true, (sql) => findObject(sql, from));
  if (row === null || (version !== null && row.version !== version)) throw noSuchKeyError();
  const metadata = overridden(row.metadata ?? {}, copy.overrides ?? {});
  await requireTransfer(parts, from, to, metadata);
  await checkWriteAllowed(parts, { path: to, access, isUpsert });

  const finish = async (): Promise<string> => {
    await requireQuota(parts, to, access.ownerId, metadata.size ?? 0);
    const newVersion = randomUUID();
    if (!(await parts.store.copy(row.version, newVersion))) throw noSuchKeyError();
    const object = {
      ...to,
      id: randomUUID(),
      version: newVersion,
      ownerId: access.ownerId,
      metadata,
      userMetadata:
        copy.overrides === null ? row.user_metadata : (copy.overrides.userMetadata ?? null),
    };
    return commitObject(parts, access, object, isUpsert);
  };
  const isImage = parts.settings.bucketPolicies.has(to.bucketId);
  return isImage ? parts.imageQueue.run(finish) : finish();
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
