import type { TransactionSql } from "postgres";
import { z } from "zod";
import { invalidParameterError } from "#server/backend/storage/protocol/storage-error.ts";

const LIST_MAX = 1_000;

const limit = (standard: number): z.ZodType<number> =>
  z
    .number()
    .int()
    .min(1)
    .nullish()
    .transform((value) => Math.min(value ?? standard, LIST_MAX));

/** Body of POST /object/list/{bucket}. */
export const listSchema = z.object({
  prefix: z.string().max(1_024).default(""),
  search: z.string().max(1_024).nullish(),
  limit: limit(100),
  offset: z.number().int().min(0).nullish(),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at", "last_accessed_at"]).catch("name"),
      order: z.enum(["asc", "desc"]).catch("asc"),
    })
    .nullish(),
});

/** Body of POST /object/list-v2/{bucket}. */
export const listV2Schema = z.object({
  prefix: z.string().max(1_024).default(""),
  limit: limit(LIST_MAX),
  cursor: z.string().max(4_096).nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at"]),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .nullish(),
});

const cursorSchema = z.object({ place: z.string(), name: z.string() });

/** An object or, with nulls, a folder. */
type ListedEntry = {
  readonly name: string;
  readonly id: string | null;
  readonly updated_at: Date | null;
  readonly created_at: Date | null;
  readonly last_accessed_at: Date | null;
  readonly metadata: unknown;
};

/**
 * One level of a folder, without regard to case: objects and the folders that deeper ones make.
 * Names are relative to the prefix, which is always a folder.
 */
export async function listFolder(
  sql: TransactionSql,
  bucketId: string,
  query: z.infer<typeof listSchema>,
): Promise<readonly ListedEntry[]> {
  const prefix =
    query.prefix === "" || query.prefix.endsWith("/") ? query.prefix : `${query.prefix}/`;
  const search = query.search ?? "";
  const depth = search.split("/").length;
  const column = query.sortBy?.column ?? "name";
  const direction = query.sortBy?.order === "desc" ? sql`desc` : sql`asc`;
  const order =
    column === "name"
      ? sql`lower(name) collate "C" ${direction}`
      : sql`(id is not null), ${sql(column)} ${direction}, lower(name) collate "C" ${direction}`;
  return sql<ListedEntry[]>`
    with matches as (
      select string_to_array(substr(name, length(${prefix}) + 1), '/') as segments,
             id, updated_at, created_at, last_accessed_at, metadata
      from storage.objects
      where bucket_id = ${bucketId} and lower(name) collate "C" ^@ lower(${prefix + search})
    ), entries as (
      select distinct array_to_string(segments[1:${depth}::int], '/') as name, null::uuid as id,
             null::timestamptz as updated_at, null::timestamptz as created_at,
             null::timestamptz as last_accessed_at, null::jsonb as metadata
      from matches where cardinality(segments) > ${depth}
      union all
      select array_to_string(segments, '/'), id, updated_at, created_at, last_accessed_at, metadata
      from matches where cardinality(segments) = ${depth}
    )
    select * from entries order by ${order} limit ${query.limit} offset ${query.offset ?? 0}`;
}

type ListV2Row = ListedEntry & { readonly isFolder: boolean; readonly place: string };

export type ListV2Result = {
  readonly hasNext: boolean;
  readonly nextCursor?: string;
  readonly folders: readonly { readonly key: string; readonly name: string }[];
  readonly objects: readonly (ListedEntry & { readonly key: string })[];
};

/** Objects below a prefix, page by page; with a delimiter one level, else all of them. */
export async function listPage(
  sql: TransactionSql,
  bucketId: string,
  query: z.infer<typeof listV2Schema>,
): Promise<ListV2Result> {
  const rows = await selectPage(sql, bucketId, query);
  const page = rows.slice(0, query.limit);
  const hasNext = rows.length > query.limit;
  const last = page.at(-1);
  return {
    hasNext,
    ...(hasNext && last !== undefined ? { nextCursor: writeCursor(last) } : {}),
    folders: page
      .filter((row) => row.isFolder)
      .map(({ name }) => ({ key: lastSegment(name.slice(0, -1)), name })),
    objects: page
      .filter((row) => !row.isFolder)
      .map(({ isFolder: _isFolder, place: _place, ...row }) => ({
        key: lastSegment(row.name),
        ...row,
      })),
  };
}

/**
 * Rows in the order of `place` (a time as text, the same for all when sorted by name) and name. A
 * folder has no time of its own and comes before every object. Times go through ::text, because the
 * driver would make a Date of them: that loses microseconds and throws on infinity.
 */
async function selectPage(
  sql: TransactionSql,
  bucketId: string,
  { prefix, limit, cursor, with_delimiter, sortBy }: z.infer<typeof listV2Schema>,
): Promise<readonly ListV2Row[]> {
  const isDescending = sortBy?.order === "desc";
  const edge = isDescending ? "infinity" : "-infinity";
  const column = sortBy?.column ?? "name";
  const after = readCursor(cursor) ?? { place: edge, name: null };
  const place = column === "name" ? sql`${edge}::text::timestamptz` : sql`${sql(column)}`;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const comesAfter = isDescending ? sql`<` : sql`>`;
  return sql<ListV2Row[]>`
    with matches as (
      select *, strpos(substr(name, length(${prefix}) + 1), '/') as slash
      from storage.objects
      where bucket_id = ${bucketId} and name collate "C" ^@ ${prefix}
    ), entries as (
      select distinct true as "isFolder", left(name, length(${prefix}) + slash) as name,
             null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
             null::timestamptz as last_accessed_at, null::jsonb as metadata,
             ${edge}::text::timestamptz as place
      from matches where ${with_delimiter ?? false} and slash > 0
      union all
      select false, name, id, updated_at, created_at, last_accessed_at, metadata, ${place}
      from matches where not (${with_delimiter ?? false} and slash > 0)
    )
    select "isFolder", name, id, updated_at, created_at, last_accessed_at, metadata,
           place::text as place
    from entries
    where ${after.name}::text is null
       or (place, name collate "C") ${comesAfter} (${after.place}::text::timestamptz, ${after.name}::text)
    order by entries.place ${direction}, name collate "C" ${direction}
    limit ${limit + 1}`;
}

function writeCursor({ place, name }: ListV2Row): string {
  return Buffer.from(JSON.stringify({ place, name })).toString("base64url");
}

function readCursor(cursor: string | null | undefined): z.infer<typeof cursorSchema> | null {
  if (cursor === null || cursor === undefined || cursor === "") return null;
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw invalidParameterError("The cursor is invalid");
  }
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
