import { Hono, type Context } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { errorCode } from "#server/kit/start-error.ts";
import { callerAccess } from "#server/backend/storage/rows/access.ts";
import {
  bucketChangeSchema,
  newBucketSchema,
  readSettings,
} from "#server/backend/storage/rows/bucket-input.domain.ts";
import {
  findBucket,
  selectBuckets,
  type BucketRow,
} from "#server/backend/storage/rows/bucket-rows.ts";
import { emptyBucket, requireEmpty } from "#server/backend/storage/actions/empty-bucket.ts";
import { readJsonBody } from "./json-body.ts";
import { requireBucketName } from "#server/backend/storage/rows/object-path.domain.ts";
import { allowDelete } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageParts } from "#server/backend/storage/parts.ts";
import { requireInput } from "#server/backend/storage/protocol/invalid-input.domain.ts";
import {
  accessDeniedError,
  bucketNotEmptyError,
  duplicateError,
  featureNotEnabledError,
  ROW_POLICY_MESSAGE,
} from "#server/backend/storage/protocol/storage-error.ts";

const LIST_MAX = 1_000;
/** Upstream's words, which clients compare; here the bucket is empty when they come. */
const EMPTIED_MESSAGE = "Empty bucket has been queued. Completion may take up to an hour.";

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_MAX).default(LIST_MAX),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().max(100).default(""),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
});

/** /bucket: every statement runs as the caller, so a policy decides who sees and makes buckets. */
export function bucketRoutes(parts: StorageParts): Hono<BackendEnv> {
  const { database } = parts;
  const routes = new Hono<BackendEnv>();

  routes.get("/bucket", async (c) => c.json(await listBuckets(parts, c)));

  routes.post("/bucket", async (c) => {
    const input = await readJsonBody(c, newBucketSchema);
    const name = requireBucketName(input.name);
    const id = requireBucketName(input.id ?? name);
    await insertBucket(parts, c, { id, name, settings: readSettings(input) });
    return c.json({ name });
  });

  routes.get("/bucket/:id", async (c) => {
    const id = requireBucketName(c.req.param("id"));
    return c.json(await callerAccess(database, c).run(true, (sql) => findBucket(sql, id)));
  });

  routes.put("/bucket/:id", async (c) => {
    const id = requireBucketName(c.req.param("id"));
    await updateBucket(parts, c, id, readSettings(await readJsonBody(c, bucketChangeSchema)));
    return c.json({ message: "Successfully updated" });
  });

  routes.post("/bucket/:id/empty", async (c) => {
    await emptyBucket(parts, callerAccess(database, c), requireBucketName(c.req.param("id")));
    return c.json({ message: EMPTIED_MESSAGE });
  });

  routes.delete("/bucket/:id", async (c) => {
    const id = requireBucketName(c.req.param("id"));
    await deleteBucket(parts, c, id);
    return c.json({ message: "Successfully deleted" });
  });

  routes.all("/bucket/:id/lifecycle", () => {
    throw featureNotEnabledError("lifecycle");
  });
  return routes;
}

async function listBuckets(
  { database }: StorageParts,
  c: Context<BackendEnv>,
): Promise<readonly BucketRow[]> {
  const query = requireInput("querystring", listQuery, c.req.query());
  const { limit, offset, search, sortColumn, sortOrder } = query;
  return callerAccess(database, c).run(
    true,
    (sql) => sql<BucketRow[]>`
      select * from (${selectBuckets(sql)}) as b
      where strpos(lower(name), lower(${search})) > 0
      order by ${sql(sortColumn)} ${sortOrder === "desc" ? sql`desc` : sql`asc`}, id
      limit ${limit} offset ${offset}`,
  );
}

type NewBucket = {
  readonly id: string;
  readonly name: string;
  readonly settings: ReturnType<typeof readSettings>;
};

async function insertBucket(
  { database }: StorageParts,
  c: Context<BackendEnv>,
  { id, name, settings }: NewBucket,
): Promise<void> {
  const { userId } = c.get("caller");
  try {
    await callerAccess(database, c).run(
      false,
      (sql) => sql`
        insert into storage.buckets
          (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values (${id}, ${name}, ${userId}, ${userId}, ${settings.isPublic ?? false},
                ${settings.fileSizeLimit ?? null}, ${copy(settings.allowedMimeTypes)})`,
    );
  } catch (error) {
    throw errorCode(error) === "23505" ? duplicateError("BucketAlreadyExists") : error;
  }
}

async function updateBucket(
  { database }: StorageParts,
  c: Context<BackendEnv>,
  id: string,
  { isPublic, fileSizeLimit, allowedMimeTypes }: NewBucket["settings"],
): Promise<void> {
  await callerAccess(database, c).run(false, async (sql) => {
    const bucket = await findBucket(sql, id);
    const limit = fileSizeLimit === undefined ? bucket.file_size_limit : fileSizeLimit;
    const types = allowedMimeTypes === undefined ? bucket.allowed_mime_types : allowedMimeTypes;
    const { count } = await sql`
      update storage.buckets
      set public = ${isPublic ?? bucket.public}, file_size_limit = ${limit},
          allowed_mime_types = ${copy(types)}, updated_at = now()
      where id = ${id}`;
    if (count === 0) throw accessDeniedError(ROW_POLICY_MESSAGE);
  });
}

async function deleteBucket(
  { database }: StorageParts,
  c: Context<BackendEnv>,
  id: string,
): Promise<void> {
  await requireEmpty(database.storage, id);
  try {
    await callerAccess(database, c).run(false, async (sql) => {
      await findBucket(sql, id);
      await allowDelete(sql);
      const { count } = await sql`delete from storage.buckets where id = ${id}`;
      if (count === 0) throw accessDeniedError(ROW_POLICY_MESSAGE);
    });
  } catch (error) {
    // An object came in between.
    throw errorCode(error) === "23503" ? bucketNotEmptyError() : error;
  }
}

function copy(list: readonly string[] | null | undefined): string[] | null {
  return list === null || list === undefined ? null : [...list];
}
