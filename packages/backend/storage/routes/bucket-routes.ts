import { Hono, type Context } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import { callerAccess } from "#backend/storage/rows/access.ts";
import {
  bucketChangeSchema,
  newBucketSchema,
  readSettings,
} from "#backend/storage/rows/bucket-input.domain.ts";
import { findBucket, selectBuckets, type BucketRow } from "#backend/storage/rows/bucket-rows.ts";
import {
  deleteBucket,
  insertBucket,
  updateBucket,
  emptyBucket,
} from "#backend/storage/actions/change-buckets.ts";
import { readJsonBody } from "./json-body.ts";
import { requireBucketName } from "#backend/storage/rows/object-path.domain.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { requireInput } from "#backend/storage/protocol/invalid-input.domain.ts";
import { featureNotEnabledError } from "#backend/storage/protocol/storage-error.ts";

const LIST_MAX = 1_000;
/** Upstream's text, which clients compare; here the bucket is already empty. */
const EMPTIED_MESSAGE = "Empty bucket has been queued. Completion may take up to an hour.";

const listQuery = v.object({
  limit: v.optional(
    v.pipe(v.unknown(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(LIST_MAX)),
    LIST_MAX,
  ),
  offset: v.optional(v.pipe(v.unknown(), v.toNumber(), v.safeInteger(), v.minValue(0)), 0),
  search: v.optional(v.pipe(v.string(), v.maxLength(100)), ""),
  sortColumn: v.optional(v.picklist(["id", "name", "created_at", "updated_at"]), "name"),
  sortOrder: v.optional(v.picklist(["asc", "desc"]), "asc"),
});

/** Routes of /bucket. Every statement runs as the caller, so policies decide. */
export function bucketRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const { database } = deps;
  const routes = new Hono<BackendEnv>();

  routes.get("/bucket", async (c) => c.json(await listBuckets(deps, c)));

  routes.post("/bucket", async (c) => {
    const input = await readJsonBody(c, newBucketSchema);
    const name = requireBucketName(input.name);
    const id = requireBucketName(input.id ?? name);
    await insertBucket(callerAccess(database, c), { id, name, settings: readSettings(input) });
    return c.json({ name });
  });

  routes.get("/bucket/:id", async (c) => {
    const id = requireBucketName(c.req.param("id"));
    return c.json(await callerAccess(database, c).run(true, (sql) => findBucket(sql, id)));
  });

  routes.put("/bucket/:id", async (c) => {
    const id = requireBucketName(c.req.param("id"));
    const settings = readSettings(await readJsonBody(c, bucketChangeSchema));
    await updateBucket(callerAccess(database, c), id, settings);
    return c.json({ message: "Successfully updated" });
  });

  routes.post("/bucket/:id/empty", async (c) => {
    await emptyBucket(deps, callerAccess(database, c), requireBucketName(c.req.param("id")));
    return c.json({ message: EMPTIED_MESSAGE });
  });

  routes.delete("/bucket/:id", async (c) => {
    const id = requireBucketName(c.req.param("id"));
    await deleteBucket(database.storage, callerAccess(database, c), id);
    return c.json({ message: "Successfully deleted" });
  });

  routes.all("/bucket/:id/lifecycle", () => {
    throw featureNotEnabledError("lifecycle");
  });
  return routes;
}

async function listBuckets(
  { database }: StorageDeps,
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
