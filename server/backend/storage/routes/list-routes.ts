import { Hono } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { callerAccess } from "#server/backend/storage/rows/access.ts";
import { readJsonBody } from "./json-body.ts";
import {
  listFolder,
  listPage,
  listSchema,
  listV2Schema,
} from "#server/backend/storage/actions/list-objects.ts";
import { requireBucketName } from "#server/backend/storage/rows/object-path.domain.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";

/** Lists hold what the caller's SELECT policies show: nothing at all without one (F3). */
export function listRoutes({ database }: StorageDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();

  routes.post("/object/list/:bucket", async (c) => {
    const bucketId = requireBucketName(c.req.param("bucket"));
    const query = await readJsonBody(c, listSchema);
    const access = callerAccess(database, c);
    return c.json(await access.run(true, (sql) => listFolder(sql, bucketId, query)));
  });

  routes.post("/object/list-v2/:bucket", async (c) => {
    const bucketId = requireBucketName(c.req.param("bucket"));
    const query = await readJsonBody(c, listV2Schema);
    const access = callerAccess(database, c);
    return c.json(await access.run(true, (sql) => listPage(sql, bucketId, query)));
  });
  return routes;
}
