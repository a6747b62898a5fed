import type { Queries } from "./access.ts";
import { noSuchBucketError } from "#server/backend/storage/protocol/storage-error.ts";

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

/** What a bucket's row says of its files. */
export type BucketLimits = {
  readonly id: string;
  readonly isPublic: boolean;
  readonly maxBytes: number;
  readonly allowedMimeTypes: readonly string[] | null;
};

/** Limit of a file in a bucket without one; a bucket may not allow more. Upstream's default. */
export const FILE_MAX_BYTES = 52_428_800;

/** Selects every column of BucketRow that the role may see. */
export function selectBuckets(sql: Queries): ReturnType<typeof sql<BucketRow[]>> {
  return sql<BucketRow[]>`
    select id, name, coalesce(owner_id, owner::text, '') as owner, coalesce(public, false) as public,
           type, file_size_limit::float8, allowed_mime_types, created_at, updated_at
    from storage.buckets`;
}

/** The bucket if the role may see it. */
export async function findBucket(sql: Queries, id: string): Promise<BucketRow> {
  const rows = await sql<BucketRow[]>`select * from (${selectBuckets(sql)}) as b where id = ${id}`;
  const [bucket] = rows;
  if (bucket === undefined) throw noSuchBucketError();
  return bucket;
}

/** Limits of a bucket, read with the service's own rights: whoever may write meets them. */
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
