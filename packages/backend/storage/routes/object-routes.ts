import { Hono, type Context } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { callerAccess, serviceAccess } from "#backend/storage/rows/access.ts";
import { readJsonBody } from "./json-body.ts";
import {
  listFolder,
  listPage,
  listSchema,
  listV2Schema,
} from "#backend/storage/actions/list-objects.ts";
import {
  requireBucketName,
  requireKey,
  readObjectPath,
} from "#backend/storage/rows/object-path.domain.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import * as v from "valibot";
import { copyObject, moveObject } from "#backend/storage/actions/move-and-copy.ts";
import { removeObjects } from "#backend/storage/actions/remove-objects.ts";
import { perCaller, rateLimit } from "#backend/gateway/rate-limits.ts";
import { noSuchKeyError } from "#backend/storage/protocol/storage-error.ts";
import { storeUpload } from "#backend/storage/actions/store-upload.ts";

/**
 * Routes of lists. They show the rows of the caller's SELECT policies, none without a policy (F3).
 */
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

const moveSchema = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.nullish(v.string()),
  destinationKey: v.string(),
  sourceVersionId: v.nullish(v.string()),
});
const copySchema = v.object({
  ...moveSchema.entries,
  copyMetadata: v.optional(v.boolean(), true),
  metadata: v.nullish(
    v.object({
      cacheControl: v.optional(v.string()),
      contentEncoding: v.optional(v.string()),
      mimetype: v.optional(v.string()),
    }),
  ),
});

/** Routes of POST /object/move and /object/copy, also between buckets. */
export function moveCopyRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();

  routes.post("/object/move", async (c) => {
    const input = await readJsonBody(c, moveSchema);
    const { from, to } = readPaths(input);
    const id = await moveObject(deps, callerAccess(deps.database, c), {
      from,
      to,
      version: input.sourceVersionId ?? null,
    });
    return c.json({ message: "Successfully moved", Id: id, Key: to.name });
  });

  routes.post("/object/copy", async (c) => {
    const input = await readJsonBody(c, copySchema);
    const { from, to } = readPaths(input);
    const id = await copyObject(deps, callerAccess(deps.database, c), {
      from,
      to,
      version: input.sourceVersionId ?? null,
      isUpsert: c.req.header("x-upsert") === "true",
      overrides: input.copyMetadata ? null : (input.metadata ?? {}),
    });
    return c.json({ Id: id, Key: `${to.bucketId}/${to.name}` });
  });
  return routes;
}

function readPaths(input: v.InferOutput<typeof moveSchema>): {
  from: { bucketId: string; name: string };
  to: { bucketId: string; name: string };
} {
  const bucketId = requireBucketName(input.bucketId);
  return {
    from: { bucketId, name: requireKey(input.sourceKey) },
    to: {
      bucketId: requireBucketName(input.destinationBucket ?? bucketId),
      name: requireKey(input.destinationKey),
    },
  };
}

const PATHS_MAX = 1_000;

/** An object to remove; a version limits the removal to that version. */
const removeSchema = v.object({
  prefixes: v.pipe(
    v.array(
      v.union([
        v.pipe(
          v.string(),
          v.transform((path) => ({ path, versionId: null })),
        ),
        v.object({ path: v.string(), versionId: v.string() }),
      ]),
    ),
    v.minLength(1),
    v.maxLength(PATHS_MAX),
  ),
});

export function removeRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();

  routes.delete("/object/:bucket", async (c) => {
    const bucketId = requireBucketName(c.req.param("bucket"));
    const { prefixes } = await readJsonBody(c, removeSchema);
    return c.json(await removeObjects(deps, callerAccess(deps.database, c), bucketId, prefixes));
  });

  routes.delete("/object/:bucket/*", async (c) => {
    const { bucketId, name } = readObjectPath(new URL(c.req.url).pathname, "");
    const access = callerAccess(deps.database, c);
    const removed = await removeObjects(deps, access, bucketId, [{ path: name, versionId: null }]);
    if (removed.length === 0) throw noSuchKeyError();
    return c.json({ message: "Successfully deleted" });
  });
  return routes;
}

const uploadLimit = rateLimit("upload", perCaller);

/** Routes for POST and PUT of objects. PUT overwrites, as upstream; POST needs `x-upsert: true`. */
export function uploadRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();

  routes.put("/object/upload/sign/:bucket/*", uploadLimit, async (c) => {
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

  routes.on(["POST", "PUT"], "/object/:bucket/*", uploadLimit, async (c) => {
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
