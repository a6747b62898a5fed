import { Hono } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { callerAccess } from "#server/backend/storage/rows/access.ts";
import { readJsonBody } from "./json-body.ts";
import {
  readObjectPath,
  requireBucketName,
} from "#server/backend/storage/rows/object-path.domain.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { removeObjects } from "#server/backend/storage/actions/remove-objects.ts";
import { noSuchKeyError } from "#server/backend/storage/protocol/storage-error.ts";

const PATHS_MAX = 1_000;

/** A name, or a name that counts only while it has this version. */
const removeSchema = z.object({
  prefixes: z
    .array(
      z.union([
        z.string().transform((path) => ({ path, versionId: null })),
        z.object({ path: z.string(), versionId: z.string() }),
      ]),
    )
    .min(1)
    .max(PATHS_MAX),
});

/** DELETE of objects: the rows as the caller, then their files. */
export function removeRoutes(parts: StorageDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();

  routes.delete("/object/:bucket", async (c) => {
    const bucketId = requireBucketName(c.req.param("bucket"));
    const { prefixes } = await readJsonBody(c, removeSchema);
    return c.json(await removeObjects(parts, callerAccess(parts.database, c), bucketId, prefixes));
  });

  routes.delete("/object/:bucket/*", async (c) => {
    const { bucketId, name } = readObjectPath(new URL(c.req.url).pathname, "");
    const access = callerAccess(parts.database, c);
    const removed = await removeObjects(parts, access, bucketId, [{ path: name, versionId: null }]);
    if (removed.length === 0) throw noSuchKeyError();
    return c.json({ message: "Successfully deleted" });
  });
  return routes;
}
