import { Hono, type Context } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { callerAccess } from "#server/backend/storage/rows/access.ts";
import { readJsonBody } from "./json-body.ts";
import {
  readObjectPath,
  requireBucketName,
} from "#server/backend/storage/rows/object-path.domain.ts";
import { allowDelete, type ObjectRow } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageParts } from "#server/backend/storage/parts.ts";
import { removeFiles } from "#server/backend/storage/actions/remove-files.ts";
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

type Target = { readonly path: string; readonly versionId: string | null };

/** DELETE of objects: the rows as the caller, then their files. */
export function removeRoutes(parts: StorageParts): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();

  routes.delete("/object/:bucket", async (c) => {
    const bucketId = requireBucketName(c.req.param("bucket"));
    const { prefixes } = await readJsonBody(c, removeSchema);
    return c.json(await removeObjects(parts, c, bucketId, prefixes));
  });

  routes.delete("/object/:bucket/*", async (c) => {
    const { bucketId, name } = readObjectPath(new URL(c.req.url).pathname, "");
    const removed = await removeObjects(parts, c, bucketId, [{ path: name, versionId: null }]);
    if (removed.length === 0) throw noSuchKeyError();
    return c.json({ message: "Successfully deleted" });
  });
  return routes;
}

/** @returns the rows that are gone; what the caller may not see or delete is left out. */
async function removeObjects(
  parts: StorageParts,
  c: Context<BackendEnv>,
  bucketId: string,
  targets: readonly Target[],
): Promise<readonly ObjectRow[]> {
  const names = targets.map(({ path }) => path);
  const versions = targets.map(({ versionId }) => versionId);
  const rows = await callerAccess(parts.database, c).run(false, async (sql) => {
    await allowDelete(sql);
    return sql<ObjectRow[]>`
      delete from storage.objects as o
      where bucket_id = ${bucketId} and name = any(${names}) and exists (
        select from unnest(${names}::text[], ${versions}::text[]) as target (name, version)
        where target.name = o.name and coalesce(target.version = o.version, target.version is null))
      returning id, name, bucket_id, owner, owner_id, version, created_at, updated_at,
                last_accessed_at, metadata, user_metadata`;
  });
  await removeFiles(
    parts,
    rows.map(({ version }) => version),
  );
  return rows;
}
