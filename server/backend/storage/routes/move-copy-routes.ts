import { Hono } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { callerAccess } from "#server/backend/storage/rows/access.ts";
import { copyObject } from "#server/backend/storage/actions/copy-object.ts";
import { readJsonBody } from "./json-body.ts";
import { moveObject } from "#server/backend/storage/actions/move-object.ts";
import { requireBucketName, requireKey } from "#server/backend/storage/rows/object-path.domain.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";

const moveSchema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
  sourceVersionId: z.string().nullish(),
});
const copySchema = moveSchema.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({
      cacheControl: z.string().optional(),
      contentEncoding: z.string().optional(),
      mimetype: z.string().optional(),
    })
    .nullish(),
});

/** POST /object/move and /object/copy, also from bucket to bucket. */
export function moveCopyRoutes(parts: StorageDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();

  routes.post("/object/move", async (c) => {
    const input = await readJsonBody(c, moveSchema);
    const { from, to } = readPaths(input);
    const id = await moveObject(parts, callerAccess(parts.database, c), {
      from,
      to,
      version: input.sourceVersionId ?? null,
    });
    return c.json({ message: "Successfully moved", Id: id, Key: to.name });
  });

  routes.post("/object/copy", async (c) => {
    const input = await readJsonBody(c, copySchema);
    const { from, to } = readPaths(input);
    const id = await copyObject(parts, callerAccess(parts.database, c), {
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

function readPaths(input: z.infer<typeof moveSchema>): {
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
