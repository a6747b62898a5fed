import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import { rehearse, type Access } from "#server/backend/storage/rows/access.ts";
import { acceptFile, requireMimeType, requireName, requireQuota } from "./accept-file.ts";
import type { BucketPolicy } from "#server/backend/settings.ts";
import { readLimits, type BucketLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import type { ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import {
  insertObject,
  upsertObject,
  type NewObject,
  type ObjectMetadata,
} from "#server/backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { removeFiles } from "./remove-files.ts";
import type { Scratch, StagedFile } from "#server/backend/storage/uploads/staging.ts";
import {
  checkAnnouncedLength,
  announcedLength,
  readUpload,
  type UploadDetails,
} from "#server/backend/storage/uploads/upload-body.ts";

/** Where a file goes, and in whose name. */
export type UploadTarget = {
  readonly path: ObjectPath;
  readonly isUpsert: boolean;
  readonly access: Access;
};

export type UploadRequest = UploadTarget & { readonly request: Request };

/** Where a file that has come goes, and by which rules. */
export type Placement = UploadTarget & {
  readonly limits: BucketLimits;
  readonly policy: BucketPolicy | undefined;
};

/**
 * Takes in the body of a request, form or raw. The order is what keeps rows and files together, whenever
 * the process dies:
 *
 * 1. Rehearsal: the row is inserted as the caller and taken back, so that whoever may not write, or
 *    writes a name that exists, is refused before the body is read. No transaction waits for a body.
 * 2. The body goes to a staged file, synced. Dying here leaves a staged file; the sweep clears it.
 * 3. The file is put into the store under a new version and its name is synced. Dying here leaves a
 *    file without a row; the sweep removes it (sweep.ts).
 * 4. The row is written as the caller, with that version. Its commit is the moment of truth: only
 *    then is the upload acknowledged, and only then do readers find the file.
 * 5. The file that an upsert replaced is removed. Dying before that leaves it to the sweep.
 *
 * So a row never points to a file that is not whole, and nothing acknowledged is lost.
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
    // With a policy the content decides, not what is declared.
    if (!policy) requireMimeType(limits, contentType);
    return scratch.write(content, limits.maxBytes);
  });
  // Awaited here: the scratch goes when this function ends.
  return await keepFile(deps, upload, { details, file, scratch, version: randomUUID() });
}

/** Tells whether this access may write this object, without writing it. */
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
  await rehearse(access, (sql) =>
    isUpsert ? upsertObject(sql, object) : insertObject(sql, object),
  );
}

/** A file that has come whole, and what was said of it. */
export type ArrivedFile = {
  readonly details: UploadDetails;
  readonly file: StagedFile;
  readonly scratch: Scratch;
  /** Under which it is kept. */
  readonly version: string;
};

/**
 * Steps 3 to 5 of an upload; images of a bucket with a policy wait for each other.
 *
 * @returns id of the object.
 */
export async function keepFile(
  deps: StorageDeps,
  placement: Placement,
  arrived: ArrivedFile,
): Promise<string> {
  const finish = (): Promise<string> => finishUpload(deps, placement, arrived);
  return placement.policy ? deps.imageQueue.run(finish) : finish();
}

async function finishUpload(
  deps: StorageDeps,
  { path, access, limits, policy, isUpsert }: Placement,
  { details, file: staged, scratch, version }: ArrivedFile,
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
  // An image that this server encoded is no longer in the sender's encoding.
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
 * Writes the row of a file that is in the store, and removes the file that it replaced.
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
    // A connection lost at COMMIT may have committed: then the row needs its file, and if not, the
    // sweep removes it.
    if (!isDatabaseUnavailable(error)) await removeFiles(deps, [object.version]);
    throw error;
  }
}

/** Metadata of a stored file in upstream's form. */
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
