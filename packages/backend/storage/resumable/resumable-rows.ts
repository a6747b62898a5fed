import { randomUUID } from "node:crypto";
import type { Queries } from "#backend/storage/rows/access.ts";
import type { ObjectPath } from "#backend/storage/rows/object-path.domain.ts";
import type { UploadMetadata } from "#backend/storage/protocol/tus.ts";
import { removeFiles } from "#backend/storage/actions/remove-objects.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";

/**
 * Rows of resumable uploads. A request claims an upload with its own token. A later request, in
 * this or another process, takes the claim, and further writes of the earlier one fail.
 */

export type ResumableUpload = {
  /** The version of the future object. */
  readonly id: string;
  readonly bucket_id: string;
  readonly name: string;
  readonly owner_id: string | null;
  /** Bytes of the whole file; null until the client sends it. */
  readonly size: number | null;
  /** Stored bytes. */
  readonly offset: number;
  /** Count of stored parts. */
  readonly parts: number;
  readonly metadata: UploadMetadata;
  readonly created_at: Date;
  /** The object exists. */
  readonly is_completed: boolean;
};

/** A part of a file, stored as its own file. */
export type ResumablePart = {
  readonly uploadId: string;
  /** Offset of its first byte in the whole file. */
  readonly place: number;
  readonly size: number;
  readonly version: string;
};

export async function insertUpload(
  sql: Queries,
  upload: {
    readonly id: string;
    readonly path: ObjectPath;
    readonly ownerId: string | null;
    readonly size: number | null;
    readonly metadata: UploadMetadata;
    readonly createdAt: number;
  },
): Promise<void> {
  const { id, path, ownerId, size, metadata } = upload;
  await sql`
    insert into storage.resumable_uploads
      (id, bucket_id, name, owner_id, size, metadata, created_at)
    values (${id}, ${path.bucketId}, ${path.name}, ${ownerId}, ${size}, ${sql.json(metadata)},
            ${new Date(upload.createdAt)})`;
}

/** Joins the object's row, which is written first when an upload completes. */
export async function findUpload(sql: Queries, id: string): Promise<ResumableUpload | null> {
  const [row] = await sql<ResumableUpload[]>`
    select id, bucket_id, name, owner_id, size::float8 as size, metadata, created_at,
           kept."offset", kept.parts,
           completed_at is not null or exists (
             select from storage.objects where version = upload.id::text) as is_completed
    from storage.resumable_uploads as upload, lateral (
      select coalesce(sum(part.size), 0)::float8 as "offset", count(*)::int as parts
      from storage.resumable_parts as part where part.upload_id = upload.id) as kept
    where id = ${id}`;
  return row ?? null;
}

/** Claims an upload, also from another request. @returns the token of the claim. */
export async function claimUpload(sql: Queries, id: string): Promise<string> {
  const holder = randomUUID();
  await sql`update storage.resumable_uploads set holder = ${holder} where id = ${id}`;
  return holder;
}

/**
 * @returns false when another request claimed the upload, or the part does not follow the last one.
 */
export async function insertPart(
  sql: Queries,
  holder: string,
  { uploadId, place, size, version }: ResumablePart,
): Promise<boolean> {
  const { count } = await sql`
    with held as (
      select id from storage.resumable_uploads
      where id = ${uploadId} and holder = ${holder} and completed_at is null for update
    )
    insert into storage.resumable_parts (upload_id, place, size, version)
    select held.id, ${place}, ${size}, ${version} from held
    where ${place}::bigint = (
      select coalesce(sum(part.size), 0) from storage.resumable_parts as part
      where part.upload_id = held.id)`;
  return count === 1;
}

export async function setSize(sql: Queries, id: string, size: number): Promise<void> {
  await sql`update storage.resumable_uploads set size = ${size} where id = ${id}`;
}

/** Returns the versions of the parts in file order. */
export async function listParts(sql: Queries, id: string): Promise<readonly string[]> {
  const rows = await sql<{ version: string }[]>`
    select version from storage.resumable_parts where upload_id = ${id} order by place`;
  return rows.map(({ version }) => version);
}

/** Marks an upload as complete until it expires. @returns unused versions. */
export async function completeUpload(
  sql: Queries,
  { id, size, now }: { readonly id: string; readonly size: number; readonly now: number },
): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    with completed as (
      update storage.resumable_uploads set size = ${size}, completed_at = ${new Date(now)}
      where id = ${id}
    )
    delete from storage.resumable_parts where upload_id = ${id} returning version`;
  return rows.map(({ version }) => version);
}

/** Deletes an upload. @returns versions of its parts. */
export async function deleteUpload(sql: Queries, id: string): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    with gone as (delete from storage.resumable_uploads where id = ${id})
    select version from storage.resumable_parts where upload_id = ${id}`;
  return rows.map(({ version }) => version);
}

/** Deletes uploads that began before `before`. @returns versions of their parts. */
async function deleteUploadsBefore(sql: Queries, before: number): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    with gone as (
      delete from storage.resumable_uploads where created_at < ${new Date(before)} returning id
    )
    select version from storage.resumable_parts where upload_id in (select id from gone)`;
  return rows.map(({ version }) => version);
}

/** Lifetime of an upload from its creation, as upstream. */
export const UPLOAD_LIFE_MS = DAY_MS;

/** Deletes expired uploads and their files. */
export async function purgeExpiredUploads(
  deps: Pick<StorageDeps, "database" | "store" | "log" | "now">,
): Promise<void> {
  const versions = await deleteUploadsBefore(deps.database.storage, deps.now() - UPLOAD_LIFE_MS);
  await removeFiles(deps, versions);
}
