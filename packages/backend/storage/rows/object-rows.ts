import type { JSONValue, TransactionSql } from "postgres";
import type { Queries } from "./access.ts";
import type { ObjectPath } from "./object-path.domain.ts";

/** The service's metadata of a file, in upstream's names. */
export type ObjectMetadata = {
  readonly eTag: string;
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  /** Absent for bytes without an encoding. */
  readonly contentEncoding?: string;
  readonly lastModified: string;
  readonly contentLength: number;
  readonly httpStatusCode: number;
};

/** A row of storage.objects as clients see it. */
export type ObjectRow = {
  readonly id: string;
  readonly name: string;
  readonly bucket_id: string;
  readonly owner: string | null;
  readonly owner_id: string | null;
  readonly version: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_accessed_at: Date;
  readonly metadata: Partial<ObjectMetadata> | null;
  readonly user_metadata: Readonly<Record<string, unknown>> | null;
};

export type NewObject = ObjectPath & {
  readonly id: string;
  readonly version: string;
  readonly ownerId: string | null;
  readonly metadata: Partial<ObjectMetadata> | null;
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the object with this name, or null when the role sees none. */
export async function findObject(
  sql: Queries,
  { bucketId, name }: ObjectPath,
): Promise<ObjectRow | null> {
  const rows = await sql<ObjectRow[]>`
    select id, name, bucket_id, owner, owner_id, coalesce(version, '') as version,
           created_at, updated_at, last_accessed_at, metadata, user_metadata
    from storage.objects where bucket_id = ${bucketId} and name = ${name}`;
  return rows[0] ?? null;
}

/**
 * Inserts a row without RETURNING: that needs a SELECT policy, which a bucket without listing lacks
 * (F3).
 */
export async function insertObject(sql: Queries, object: NewObject): Promise<void> {
  const { id, bucketId, name, version, ownerId } = object;
  await sql`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${id}, ${bucketId}, ${name}, ${uuidOrNull(ownerId)}, ${ownerId}, ${version},
            ${jsonb(sql, object.metadata)}, ${jsonb(sql, object.userMetadata)})`;
}

/**
 * Inserts a row or replaces its version; needs INSERT, SELECT and UPDATE policies.
 *
 * @returns id of the row, and the version whose file is now unreferenced.
 */
export async function upsertObject(
  sql: TransactionSql,
  object: NewObject,
): Promise<{ id: string; replacedVersion: string | null }> {
  const { bucketId, name } = object;
  await lockName(sql, object);
  const before = await sql<{ version: string | null }[]>`
    select version from storage.objects
    where bucket_id = ${bucketId} and name = ${name} for update`;
  const [row] = await sql<{ id: string }[]>`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${object.id}, ${bucketId}, ${name}, ${uuidOrNull(object.ownerId)}, ${object.ownerId},
            ${object.version}, ${jsonb(sql, object.metadata)}, ${jsonb(sql, object.userMetadata)})
    on conflict (bucket_id, name) do update
      set owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
          metadata = excluded.metadata, user_metadata = excluded.user_metadata
    returning id`;
  return { id: row?.id ?? object.id, replacedVersion: before[0]?.version ?? null };
}

/** Serializes uploads of one name, so that each knows the version that it replaces. */
async function lockName(sql: TransactionSql, { bucketId, name }: ObjectPath): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucketId}/${name}`}, 0))`;
}

/** Returns the objects and bytes that one user owns in a bucket, except `name`. */
export async function readUsage(
  sql: Queries,
  { bucketId, name }: ObjectPath,
  ownerId: string,
): Promise<{ objects: number; bytes: number }> {
  const [row] = await sql<{ objects: number; bytes: number }[]>`
    select count(*)::int as objects,
           coalesce(sum((metadata ->> 'size')::float8), 0) as bytes
    from storage.objects
    where bucket_id = ${bucketId} and owner_id = ${ownerId} and name <> ${name}`;
  return row ?? { objects: 0, bytes: 0 };
}

/** Allows the transaction to delete rows; the caller removes their files after it. */
export async function allowDelete(sql: TransactionSql): Promise<void> {
  await sql`select set_config('storage.allow_delete_query', 'true', true)`;
}

function jsonb(
  sql: Queries,
  value: Readonly<Record<string, unknown>> | null,
): ReturnType<Queries["json"]> | null {
  return value === null ? null : sql.json(toJson(value));
}

/** Casts parsed JSON to the driver's type. */
function toJson(value: Readonly<Record<string, unknown>>): JSONValue {
  const parsed: JSONValue = JSON.parse(JSON.stringify(value));
  return parsed;
}

function uuidOrNull(id: string | null): string | null {
  return id !== null && UUID.test(id) ? id : null;
}
