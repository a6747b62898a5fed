import type { Access, Queries } from "#backend/storage/rows/access.ts";
import { findBucket } from "#backend/storage/rows/bucket-rows.ts";
import { allowDelete } from "#backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { removeFiles } from "./remove-objects.ts";
import {
  accessDeniedError,
  bucketNotEmptyError,
  duplicateError,
  ROW_POLICY_MESSAGE,
} from "#backend/storage/protocol/storage-error.ts";
import type { BucketSettings } from "#backend/storage/rows/bucket-input.domain.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";

/** Rows per transaction, so that a large bucket does not reach the statement timeout. */
const BATCH_ROWS = 1_000;

/**
 * Deletes every object of a bucket, rows first, then files.
 *
 * @throws StorageError AccessDenied when the caller sees objects that it may not delete.
 */
export async function emptyBucket(
  deps: StorageDeps,
  access: Access,
  bucketId: string,
): Promise<void> {
  await access.run(true, (sql) => findBucket(sql, bucketId));
  for (;;) {
    const deleted = await access.run(false, async (sql) => {
      await allowDelete(sql);
      return sql<{ version: string | null }[]>`
        delete from storage.objects where id in (
          select id from storage.objects where bucket_id = ${bucketId} limit ${BATCH_ROWS})
        returning version`;
    });
    await removeFiles(
      deps,
      deleted.flatMap(({ version }) => version ?? []),
    );
    if (deleted.length < BATCH_ROWS) break;
  }
  const rest = await access.run(
    true,
    (sql) => sql`select 1 from storage.objects where bucket_id = ${bucketId} limit 1`,
  );
  if (rest.length > 0) {
    throw accessDeniedError("Cannot delete: you may have SELECT but not DELETE permissions");
  }
}

/** @throws StorageError ResourceNotEmpty when the bucket holds an object of any owner. */
async function requireEmpty(sql: Queries, bucketId: string): Promise<void> {
  const rows = await sql`select 1 from storage.objects where bucket_id = ${bucketId} limit 1`;
  if (rows.length > 0) throw bucketNotEmptyError();
}

/** A bucket to create; the caller becomes its owner. */
export type NewBucket = {
  readonly id: string;
  readonly name: string;
  readonly settings: BucketSettings;
};

/** @throws StorageError BucketAlreadyExists, AccessDenied. */
export async function insertBucket(
  access: Access,
  { id, name, settings }: NewBucket,
): Promise<void> {
  const { ownerId } = access;
  try {
    await access.run(
      false,
      (sql) => sql`
        insert into storage.buckets
          (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values (${id}, ${name}, ${ownerId}, ${ownerId}, ${settings.isPublic ?? false},
                ${settings.fileSizeLimit ?? null}, ${copyOf(settings.allowedMimeTypes)})`,
    );
  } catch (error) {
    throw errorCode(error) === "23505" ? duplicateError("BucketAlreadyExists") : error;
  }
}

/** @throws StorageError NoSuchBucket, AccessDenied. */
export async function updateBucket(
  access: Access,
  id: string,
  { isPublic, fileSizeLimit, allowedMimeTypes }: BucketSettings,
): Promise<void> {
  await access.run(false, async (sql) => {
    const bucket = await findBucket(sql, id);
    const limit = fileSizeLimit === undefined ? bucket.file_size_limit : fileSizeLimit;
    const types = allowedMimeTypes === undefined ? bucket.allowed_mime_types : allowedMimeTypes;
    const { count } = await sql`
      update storage.buckets
      set public = ${isPublic ?? bucket.public}, file_size_limit = ${limit},
          allowed_mime_types = ${copyOf(types)}, updated_at = now()
      where id = ${id}`;
    if (count === 0) throw accessDeniedError(ROW_POLICY_MESSAGE);
  });
}

/**
 * @param service the service's own rights, because objects that the caller cannot see count too.
 * @throws StorageError NoSuchBucket, ResourceNotEmpty, AccessDenied.
 */
export async function deleteBucket(service: Queries, access: Access, id: string): Promise<void> {
  await requireEmpty(service, id);
  try {
    await access.run(false, async (sql) => {
      await findBucket(sql, id);
      await allowDelete(sql);
      const { count } = await sql`delete from storage.buckets where id = ${id}`;
      if (count === 0) throw accessDeniedError(ROW_POLICY_MESSAGE);
    });
  } catch (error) {
    // An upload added an object after the check.
    throw errorCode(error) === "23503" ? bucketNotEmptyError() : error;
  }
}

function copyOf(list: readonly string[] | null | undefined): string[] | null {
  return list === null || list === undefined ? null : [...list];
}
