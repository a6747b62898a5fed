import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";
import { dryRun, type Access } from "#backend/storage/rows/access.ts";
import { acceptFile, requireMimeType, requireName, requireQuota } from "./accept-file.ts";
import type { BucketPolicy } from "#backend/settings.ts";
import { readLimits, type BucketLimits } from "#backend/storage/rows/bucket-rows.ts";
import type { ObjectPath } from "#backend/storage/rows/object-path.domain.ts";
import {
  insertObject,
  upsertObject,
  type NewObject,
  type ObjectMetadata,
} from "#backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { removeFiles } from "./remove-objects.ts";
import type { Scratch, StagedFile } from "#backend/storage/uploads/staging.ts";
import {
  checkAnnouncedLength,
  announcedLength,
  readUpload,
  type UploadDetails,
} from "#backend/storage/uploads/upload-body.ts";

/** The destination of an upload and the caller's rights. */
export type UploadTarget = {
  readonly path: ObjectPath;
  readonly isUpsert: boolean;
  readonly access: Access;
};

export type UploadRequest = UploadTarget & { readonly request: Request };

/** The destination of a received file with the bucket's rules. */
export type Placement = UploadTarget & {
  readonly limits: BucketLimits;
  readonly policy: BucketPolicy | undefined;
};

/**
 * Stores the request body, form or raw. The order keeps rows and files consistent when the process
 * dies:
 *
 * 1. Dry run: the row is inserted as the caller and rolled back. An upload without permission or
 * with an existing name fails before the body is read. No transaction waits for a body.
 * 2. The body goes to a synced staged file. A crash leaves that file; the cleanup removes it.
 * 3. The file enters the store under a new version, and its name is synced. A crash leaves a file
 * without a row; the cleanup removes it (cleanup-orphans.ts).
 * 4. The row with that version is written as the caller. After its commit the upload is
 * acknowledged and readers find the file.
 * 5. The file that an upsert replaced is removed. A crash before leaves it to the cleanup.
 *
 * So a row never points to an incomplete file, and nothing acknowledged is lost.
 *
 * @returns id of the object.
 */
export async function storeUpload(
  deps: StorageDeps,
  { request, ...target }: UploadRequest,
): Promise<string> {
  const { path } = target;
  const { bucketPolicies } = deps.settings;
  requireName(bucketPolicies, path);
  const limits = await readLimits(deps.database.storage, path.bucketId);
  const policy = bucketPolicies.get(path.bucketId);
  const upload = { ...target, limits, policy };
  checkAnnouncedLength(request.headers, limits.maxBytes, policy !== undefined);
  await checkWriteAllowed(deps, target);

  await using scratch = await deps.staging.open(
    announcedLength(request.headers) ?? limits.maxBytes,
  );
  const { details, file } = await readUpload(request, (contentType, content) => {
    // With a policy the content decides, not the declared type.
    if (!policy) requireMimeType(limits, contentType);
    return scratch.write(content, limits.maxBytes);
  });
  // Await here: the scratch files are deleted when this function ends.
  return await saveFile(deps, upload, { details, file, scratch, version: randomUUID() });
}

/** @throws StorageError when this access may not write the object. Writes nothing. */
export async function checkWriteAllowed(
  deps: StorageDeps,
  { path, access, isUpsert }: UploadTarget,
): Promise<void> {
  await requireQuota(deps, path, access.ownerId, 0);
  const object = {
    ...path,
    id: randomUUID(),
    version: randomUUID(),
    ownerId: access.ownerId,
    metadata: null,
    userMetadata: null,
  };
  await dryRun(access, (sql) => (isUpsert ? upsertObject(sql, object) : insertObject(sql, object)));
}

/** A completely received file with its declared details. */
export type ReceivedFile = {
  readonly details: UploadDetails;
  readonly file: StagedFile;
  readonly scratch: Scratch;
  readonly version: string;
};

/**
 * Runs steps 3 to 5 of an upload. Images of a bucket with a policy are processed one at a time.
 *
 * @returns id of the object.
 */
export async function saveFile(
  deps: StorageDeps,
  placement: Placement,
  arrived: ReceivedFile,
): Promise<string> {
  const finish = (): Promise<string> => finishUpload(deps, placement, arrived);
  return placement.policy ? deps.imageQueue.run(finish) : finish();
}

async function finishUpload(
  deps: StorageDeps,
  { path, access, limits, policy, isUpsert }: Placement,
  { details, file: staged, scratch, version }: ReceivedFile,
): Promise<string> {
  const { contentType, userMetadata } = details;
  const { file, mimeType } = await acceptFile(
    policy,
    limits,
    { path, file: staged, contentType },
    scratch,
  );
  await requireQuota(deps, path, access.ownerId, file.size);

  await deps.store.put(version, file);
  // An image that this server encoded no longer has the sender's encoding.
  const contentEncoding = policy ? undefined : details.contentEncoding;
  const metadata = {
    ...describe(file, mimeType, details.cacheControl, deps.now()),
    ...(contentEncoding === undefined ? {} : { contentEncoding }),
  };
  const object = {
    ...path,
    id: randomUUID(),
    version,
    ownerId: access.ownerId,
    metadata,
    userMetadata,
  };
  return commitObject(deps, access, object, isUpsert);
}

/**
 * Writes the row of a stored file and removes the file that it replaced.
 *
 * @returns id of the row.
 */
export async function commitObject(
  deps: StorageDeps,
  access: Access,
  object: NewObject,
  isUpsert: boolean,
): Promise<string> {
  try {
    if (!isUpsert) {
      await access.run(false, (sql) => insertObject(sql, object));
      return object.id;
    }
    const { id, replacedVersion } = await access.run(false, (sql) => upsertObject(sql, object));
    if (replacedVersion !== null) await removeFiles(deps, [replacedVersion]);
    return id;
  } catch (error) {
    // A connection that is lost at COMMIT may have committed. Keep the file for that row; the
    // cleanup removes it otherwise.
    if (!isDatabaseUnavailable(error)) await removeFiles(deps, [object.version]);
    throw error;
  }
}

/** Returns a stored file's metadata in upstream's form. */
function describe(
  file: StagedFile,
  mimeType: string,
  cacheControl: string,
  now: number,
): ObjectMetadata {
  return {
    eTag: `"${file.md5}"`,
    size: file.size,
    mimetype: mimeType,
    cacheControl,
    lastModified: new Date(now).toISOString(),
    contentLength: file.size,
    httpStatusCode: 200,
  };
}
