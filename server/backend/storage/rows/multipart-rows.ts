import type { Sql, TransactionSql } from "postgres";
import type { Caller } from "#server/database/caller.ts";
import type { Queries } from "./access.ts";
import type { ObjectPath } from "./object-path.domain.ts";
import { jsonb, type ObjectMetadata } from "./object-rows.ts";

/**
 * Uploads that come in parts (S3), in the database so that they outlive a process and every process
 * may take the next part. Written with the service's rights: an upload is its beginner's alone, and the
 * object's own policies are asked when it begins and when it is completed.
 */

/** An upload under way. */
export type MultipartUpload = {
  readonly id: string;
  readonly bucketId: string;
  readonly name: string;
  readonly ownerId: string | null;
  readonly createdAt: Date;
  readonly metadata: Pick<ObjectMetadata, "mimetype" | "cacheControl" | "contentEncoding">;
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
};

/** A part that came whole. */
export type MultipartPart = {
  readonly partNumber: number;
  /** Hex MD5, without quotes. */
  readonly md5: string;
  readonly size: number;
  /** Name of its file in the store. */
  readonly version: string;
  readonly createdAt: Date;
};

/** Whose uploads somebody may see and go on with. */
export type UploadsOf = Pick<Caller, "role" | "userId">;

export async function insertUpload(
  sql: Queries,
  { id, bucketId, name, ownerId, metadata, userMetadata }: Omit<MultipartUpload, "createdAt">,
): Promise<void> {
  await sql`
    insert into storage.s3_multipart_uploads
      (id, bucket_id, key, version, owner_id, metadata, user_metadata)
    values (${id}, ${bucketId}, ${name}, ${id}, ${ownerId},
            ${jsonb(sql, metadata)}, ${jsonb(sql, userMetadata)})`;
}

/** The upload if it is this caller's (the service's: whoever's), or null. */
export async function findUpload(
  sql: Queries,
  caller: UploadsOf,
  { bucketId, name }: ObjectPath,
  id: string,
): Promise<MultipartUpload | null> {
  const [row] = await sql<MultipartUpload[]>`
    ${selectUploads(sql, caller)} and id = ${id} and bucket_id = ${bucketId} and key = ${name}`;
  return row ?? null;
}

/** Uploads of a bucket in the order of their keys, after a place in it. */
export async function listUploads(
  sql: Queries,
  caller: UploadsOf,
  page: {
    readonly bucketId: string;
    readonly prefix: string;
    readonly afterKey: string;
    /** With a key: later uploads of that key count too. "": only those of later keys. */
    readonly afterId: string;
    readonly limit: number;
  },
): Promise<readonly MultipartUpload[]> {
  const { bucketId, prefix, afterKey, afterId, limit } = page;
  return sql<MultipartUpload[]>`
    ${selectUploads(sql, caller)} and bucket_id = ${bucketId} and key ^@ ${prefix}
      and (key > ${afterKey} or (key = ${afterKey} and ${afterId} <> '' and id > ${afterId}))
    order by key, id limit ${limit}`;
}

function selectUploads(sql: Queries, { role, userId }: UploadsOf): ReturnType<typeof sql> {
  return sql`
    select id, bucket_id as "bucketId", key as name, owner_id as "ownerId",
           created_at as "createdAt", metadata, user_metadata as "userMetadata"
    from storage.s3_multipart_uploads
    where (${role === "service_role"} or owner_id = ${userId})`;
}

/** Parts of an upload in their order, after a number. */
export async function listParts(
  sql: Queries,
  uploadId: string,
  after = 0,
  limit: number | null = null,
): Promise<readonly MultipartPart[]> {
  return sql<MultipartPart[]>`
    select part_number as "partNumber", etag as md5, size::float8, version,
           created_at as "createdAt"
    from storage.s3_multipart_uploads_parts
    where upload_id = ${uploadId} and part_number > ${after}
    order by part_number limit ${limit}`;
}

/** Why a part was not kept, or the version of the one that it replaced. */
export type PutPartResult = "no_upload" | "too_large" | { readonly replaced: string | null };

/**
 * Keeps a part, in the place of one with its number. Parts of one upload follow each other, so that
 * together they never hold more than `maxBytes`.
 */
export async function putPart(
  sql: Sql,
  upload: MultipartUpload,
  part: Omit<MultipartPart, "createdAt">,
  maxBytes: number,
): Promise<PutPartResult> {
  return sql.begin(async (transaction): Promise<PutPartResult> => {
    const { count } = await transaction`
      select from storage.s3_multipart_uploads where id = ${upload.id} for update`;
    if (count === 0) return "no_upload";
    const others = await sizeOfOthers(transaction, upload.id, part.partNumber);
    if (others + part.size > maxBytes) return "too_large";
    const [replaced] = await transaction<{ version: string }[]>`
      delete from storage.s3_multipart_uploads_parts
      where upload_id = ${upload.id} and part_number = ${part.partNumber} returning version`;
    await transaction`
      insert into storage.s3_multipart_uploads_parts
        (upload_id, part_number, bucket_id, key, owner_id, etag, size, version)
      values (${upload.id}, ${part.partNumber}, ${upload.bucketId}, ${upload.name},
              ${upload.ownerId}, ${part.md5}, ${part.size}, ${part.version})`;
    await transaction`
      update storage.s3_multipart_uploads set in_progress_size = ${others + part.size}
      where id = ${upload.id}`;
    return { replaced: replaced?.version ?? null };
  });
}

async function sizeOfOthers(
  sql: TransactionSql,
  uploadId: string,
  partNumber: number,
): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(size), 0)::float8 as bytes from storage.s3_multipart_uploads_parts
    where upload_id = ${uploadId} and part_number <> ${partNumber}`;
  return row?.bytes ?? 0;
}

/** Forgets an upload. @returns the versions of its parts, whose files nobody refers to any more. */
export async function forgetUpload(sql: Sql, id: string): Promise<readonly string[]> {
  return sql.begin(async (transaction) => {
    await transaction`select from storage.s3_multipart_uploads where id = ${id} for update`;
    const rows = await transaction<{ version: string }[]>`
      delete from storage.s3_multipart_uploads_parts where upload_id = ${id} returning version`;
    await transaction`delete from storage.s3_multipart_uploads where id = ${id}`;
    return rows.map(({ version }) => version);
  });
}

/** Forgets uploads to which nothing has come since `before`; the sweep removes the files. */
export async function forgetAbandoned(sql: Queries, before: Date): Promise<void> {
  await sql`
    delete from storage.s3_multipart_uploads as upload
    where created_at < ${before} and not exists (
      select from storage.s3_multipart_uploads_parts as part
      where part.upload_id = upload.id and part.created_at >= ${before})`;
}
