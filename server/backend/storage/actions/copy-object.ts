import { randomUUID } from "node:crypto";
import type { Access } from "#server/backend/storage/rows/access.ts";
import { requireQuota } from "./accept-file.ts";
import type { Move } from "./move-object.ts";
import { findObject, type ObjectMetadata } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { noSuchKeyError } from "#server/backend/storage/protocol/storage-error.ts";
import { commitObject, checkWriteAllowed } from "./store-upload.ts";
import { requireTransfer } from "./transfer-rules.ts";
import {
  readCacheControl,
  readContentEncoding,
  requireContentType,
} from "#server/backend/storage/uploads/upload-body.ts";

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
