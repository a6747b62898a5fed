import type { Access, Queries } from "#server/backend/storage/rows/access.ts";
import { findBucket } from "#server/backend/storage/rows/bucket-rows.ts";
import { allowDelete } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { removeFiles } from "./remove-files.ts";
import {
  accessDeniedError,
  bucketNotEmptyError,
} from "#server/backend/storage/protocol/storage-error.ts";

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
export async function requireEmpty(sql: Queries, bucketId: string): Promise<void> {
  const rows = await sql`select 1 from storage.objects where bucket_id = ${bucketId} limit 1`;
  if (rows.length > 0) throw bucketNotEmptyError();
}
