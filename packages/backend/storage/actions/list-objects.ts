import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { invalidParameterError } from "#backend/storage/protocol/storage-error.ts";

const LIST_MAX = 1_000;

const limit = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.toMaxValue(LIST_MAX));

/** Body of POST /object/list/{bucket}. */
export const listSchema = v.object({
  prefix: v.optional(v.pipe(v.string(), v.maxLength(1_024)), ""),
  search: v.nullish(v.pipe(v.string(), v.maxLength(1_024))),
  limit: v.nullish(limit, 100),
  offset: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  sortBy: v.nullish(
    v.object({
      column: v.fallback(
        v.picklist(["name", "updated_at", "created_at", "last_accessed_at"]),
        "name",
      ),
      order: v.fallback(v.picklist(["asc", "desc"]), "asc"),
    }),
  ),
});

/** Body of POST /object/list-v2/{bucket}. */
export const listV2Schema = v.object({
  prefix: v.optional(v.pipe(v.string(), v.maxLength(1_024)), ""),
  limit: v.nullish(limit, LIST_MAX),
  cursor: v.nullish(v.pipe(v.string(), v.maxLength(4_096))),
  with_delimiter: v.nullish(v.boolean()),
  sortBy: v.nullish(
    v.object({
      column: v.picklist(["name", "updated_at", "created_at"]),
      order: v.optional(v.picklist(["asc", "desc"]), "asc"),
    }),
  ),
});

const cursorSchema = v.object({ place: v.string(), name: v.string() });

/** An object, or a folder whose other columns are null. */
type ListedEntry = {
  readonly name: string;
  readonly id: string | null;
  readonly updated_at: Date | null;
  readonly created_at: Date | null;
  readonly last_accessed_at: Date | null;
  readonly metadata: unknown;
};

/**
 * Lists one folder level, ignoring case: objects and subfolders. Names are relative to the prefix,
 * which always counts as a folder.
 */
export async function listFolder(
  sql: TransactionSql,
  bucketId: string,
  query: v.InferOutput<typeof listSchema>,
): Promise<readonly ListedEntry[]> {
  const prefix =
    query.prefix === "" || query.prefix.endsWith("/") ? query.prefix : `${query.prefix}/`;
  const { column, order } = query.sortBy ?? { column: "name", order: "asc" };
  return sql<ListedEntry[]>`
    select * from storage.search(
      ${prefix}, ${bucketId}, ${query.limit}, 1, ${query.offset ?? 0}, ${query.search ?? ""},
      ${column}, ${order})`;
}

type ListV2Row = ListedEntry & { readonly key: string; readonly place: string };

export type ListV2Result = {
  readonly hasNext: boolean;
  readonly nextCursor?: string;
  readonly folders: readonly { readonly key: string; readonly name: string }[];
  readonly objects: readonly (ListedEntry & { readonly key: string })[];
};

/** Lists a page of objects below a prefix: one level with a delimiter, otherwise all levels. */
export async function listPage(
  sql: TransactionSql,
  bucketId: string,
  query: v.InferOutput<typeof listV2Schema>,
): Promise<ListV2Result> {
  const rows = await selectPage(sql, bucketId, query);
  const page = rows.slice(0, query.limit);
  const hasNext = rows.length > query.limit;
  const last = page.at(-1);
  return {
    hasNext,
    ...(hasNext && last !== undefined ? { nextCursor: writeCursor(last) } : {}),
    folders: page.filter(({ id }) => id === null).map(({ key, name }) => ({ key, name })),
    objects: page.filter(({ id }) => id !== null).map(({ place: _place, ...row }) => row),
  };
}

/**
 * Orders rows by `place` (a time as text, constant when sorted by name), then name. Times are cast
 * to text: the driver's Date loses microseconds and throws on infinity.
 */
async function selectPage(
  sql: TransactionSql,
  bucketId: string,
  { prefix, limit, cursor, with_delimiter, sortBy }: v.InferOutput<typeof listV2Schema>,
): Promise<readonly ListV2Row[]> {
  const { column, order } = sortBy ?? { column: "name", order: "asc" };
  const edge = order === "desc" ? "infinity" : "-infinity";
  const after = readCursor(cursor) ?? { place: edge, name: "" };
  if (with_delimiter === true) {
    const place = column === "name" ? sql`null` : sql(column);
    return sql<ListV2Row[]>`
      select *, coalesce(${place}::text, ${edge}) as place from storage.search_v2(
        ${prefix}, ${bucketId}, ${limit + 1}, 1, ${after.name}, ${order}, ${column}, ${after.place})`;
  }
  const place = column === "name" ? sql`${edge}::text::timestamptz` : sql(column);
  const direction = order === "desc" ? sql`desc` : sql`asc`;
  const comesAfter = order === "desc" ? sql`<` : sql`>`;
  return sql<ListV2Row[]>`
    select storage.filename(name) as key, name, id, updated_at, created_at, last_accessed_at,
           metadata, (${place})::text as place
    from storage.objects
    where bucket_id = ${bucketId} and name collate "C" ^@ ${prefix}
      and (${after.name}::text = ''
           or (${place}, name collate "C") ${comesAfter} (${after.place}::text::timestamptz, ${after.name}::text))
    order by ${place} ${direction}, name collate "C" ${direction}
    limit ${limit + 1}`;
}

function writeCursor({ place, name }: ListV2Row): string {
  return Buffer.from(JSON.stringify({ place, name })).toString("base64url");
}

function readCursor(cursor: string | null | undefined): v.InferOutput<typeof cursorSchema> | null {
  if (cursor === null || cursor === undefined || cursor === "") return null;
  try {
    return v.parse(cursorSchema, JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw invalidParameterError("The cursor is invalid");
  }
}
