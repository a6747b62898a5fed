import type { Queries } from "./access.ts";
import { noSuchBucketError } from "#backend/storage/protocol/storage-error.ts";

/** A row of storage.buckets as clients see it. */
export type BucketRow = {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly public: boolean;
  readonly type: string;
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** A bucket's limits on its files. */
export type BucketLimits = {
  readonly id: string;
  readonly isPublic: boolean;
  readonly maxBytes: number;
  readonly allowedMimeTypes: readonly string[] | null;
};

/** Maximum file size and default of a bucket, as upstream. */
export const FILE_MAX_BYTES = 52_428_800;

/** Selects every column of BucketRow that the role may read. */
export function selectBuckets(sql: Queries): ReturnType<typeof sql<BucketRow[]>> {
  return sql<BucketRow[]>`
    select id, name, coalesce(owner_id, owner::text, '') as owner, coalesce(public, false) as public,
           type, file_size_limit::float8, allowed_mime_types, created_at, updated_at
    from storage.buckets`;
}

/**
 * @returns the bucket when the role may see it.
 * @throws StorageError NoSuchBucket.
 */
export async function findBucket(sql: Queries, id: string): Promise<BucketRow> {
  const rows = await sql<BucketRow[]>`select * from (${selectBuckets(sql)}) as b where id = ${id}`;
  const [bucket] = rows;
  if (bucket === undefined) throw noSuchBucketError();
  return bucket;
}

/** Reads a bucket's limits with the service's own rights, because they apply to every caller. */
export async function readLimits(sql: Queries, id: string): Promise<BucketLimits> {
  const bucket = await findBucket(sql, id);
  const allowed = bucket.allowed_mime_types ?? [];
  return {
    id: bucket.id,
    isPublic: bucket.public,
    maxBytes: Math.min(bucket.file_size_limit ?? FILE_MAX_BYTES, FILE_MAX_BYTES),
    allowedMimeTypes: allowed.length === 0 ? null : allowed,
  };
}
