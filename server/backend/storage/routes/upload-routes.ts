import { Hono, type Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { callerAccess, serviceAccess } from "#server/backend/storage/rows/access.ts";
import { readObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { storeUpload } from "#server/backend/storage/actions/store-upload.ts";

/** Routes for POST and PUT of objects. PUT overwrites, as upstream; POST needs `x-upsert: true`. */
export function uploadRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();

  routes.put("/object/upload/sign/:bucket/*", async (c) => {
    const path = readObjectPath(pathname(c), "upload/sign/");
    const grant = await deps.signer.verifyUpload(path, c.req.query("token"));
    await storeUpload(deps, {
      path,
      isUpsert: grant.isUpsert,
      access: serviceAccess(deps.database, grant.ownerId),
      request: c.req.raw,
    });
    return c.json({ Key: `${path.bucketId}/${path.name}` });
  });

  routes.on(["POST", "PUT"], "/object/:bucket/*", async (c) => {
    const path = readObjectPath(pathname(c), "");
    const id = await storeUpload(deps, {
      path,
      isUpsert: c.req.method === "PUT" || c.req.header("x-upsert") === "true",
      access: callerAccess(deps.database, c),
      request: c.req.raw,
    });
    return c.json({ Id: id, Key: `${path.bucketId}/${path.name}` });
  });
  return routes;
}

function pathname(c: Context<BackendEnv>): string {
  return new URL(c.req.url).pathname;
}
