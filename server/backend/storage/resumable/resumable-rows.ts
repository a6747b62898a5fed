import { randomUUID } from "node:crypto";
import type { Queries } from "#server/backend/storage/rows/access.ts";
import type { ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import type { UploadMetadata } from "#server/backend/storage/protocol/tus.ts";
import { removeFiles } from "#server/backend/storage/actions/remove-files.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { DAY_MS } from "#server/kit/durations.ts";

/**
 * Rows of uploads that come in parts. Who works on an upload holds it by a token of its own: whoever
 * comes later takes the hold, here or in another process, and what the earlier one still adds fails.
 */

/** An upload that was begun. */
export type ResumableUpload = {
  /** The version that its object will have. */
  readonly id: string;
  readonly bucket_id: string;
  readonly name: string;
  readonly owner_id: string | null;
  /** Bytes of the whole file; null until the client has said. */
  readonly size: number | null;
  /** Bytes that are kept. */
  readonly offset: number;
  /** How many parts they are. */
  readonly parts: number;
  readonly metadata: UploadMetadata;
  readonly created_at: Date;
  /** The object is there. */
  readonly is_completed: boolean;
};

/** A part of a file, a file of its own in the store. */
export type ResumablePart = {
  readonly uploadId: string;
  /** First byte in the whole file. */
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

/** The object's own row tells that an upload is complete: it comes before anything else says so. */
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

/** Takes the hold of an upload from whoever has it. */
export async function takeHold(sql: Queries, id: string): Promise<string> {
  const holder = randomUUID();
  await sql`update storage.resumable_uploads set holder = ${holder} where id = ${id}`;
  return holder;
}

/** @returns false when somebody else took the hold, or the part does not follow the last one. */
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

/** Versions of the parts in the order of the file. */
export async function listParts(sql: Queries, id: string): Promise<readonly string[]> {
  const rows = await sql<{ version: string }[]>`
    select version from storage.resumable_parts where upload_id = ${id} order by place`;
  return rows.map(({ version }) => version);
}

/** Remembers until it expires that an upload is complete. @returns versions that nobody needs now. */
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

/** Forgets an upload. @returns versions of its parts. */
export async function deleteUpload(sql: Queries, id: string): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    with gone as (delete from storage.resumable_uploads where id = ${id})
    select version from storage.resumable_parts where upload_id = ${id}`;
  return rows.map(({ version }) => version);
}

/** Forgets what was begun before. @returns versions of the parts. */
export async function deleteUploadsBefore(sql: Queries, before: number): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    with gone as (
      delete from storage.resumable_uploads where created_at < ${new Date(before)} returning id
    )
    select version from storage.resumable_parts where upload_id in (select id from gone)`;
  return rows.map(({ version }) => version);
}

/** How long an upload may take from its beginning, as upstream. */
export const UPLOAD_LIFE_MS = DAY_MS;

/** Forgets uploads that were not finished in time, and removes what came of them. */
export async function purgeExpiredUploads(
  parts: Pick<StorageDeps, "database" | "store" | "log" | "now">,
): Promise<void> {
  const versions = await deleteUploadsBefore(parts.database.storage, parts.now() - UPLOAD_LIFE_MS);
  await removeFiles(parts, versions);
}
