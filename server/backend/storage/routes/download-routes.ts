import { Hono, type Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { callerAccess } from "#server/backend/storage/rows/access.ts";
import { readLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import { entityTag } from "./object-headers.ts";
import {
  readObjectPath,
  type ObjectPath,
} from "#server/backend/storage/rows/object-path.domain.ts";
import { findObject, type ObjectRow } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageParts } from "#server/backend/storage/parts.ts";
import { sendObject } from "./send-object.ts";
import {
  noSuchBucketError,
  noSuchKeyError,
} from "#server/backend/storage/protocol/storage-error.ts";

/**
 * GET and HEAD of objects: public ones for everybody, all others as far as the caller's policies
 * reach. What one may not see does not exist. Hono answers HEAD with these handlers too.
 */
export function downloadRoutes(parts: StorageParts): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();
  for (const prefix of ["info/public/", "info/authenticated/", "info/"] as const) {
    routes.get(`/object/${prefix}:bucket/*`, async (c) => {
      const path = readObjectPath(new URL(c.req.url).pathname, prefix);
      const find = prefix === "info/public/" ? findPublic : findVisible;
      return c.json(describeRow(await find(parts, c, path)));
    });
  }
  routes.get("/object/public/:bucket/*", (c) => {
    const path = readObjectPath(new URL(c.req.url).pathname, "public/");
    return sendObject(parts, c, "public", () => findPublic(parts, c, path));
  });
  for (const prefix of ["authenticated/", ""] as const) {
    routes.get(`/object/${prefix}:bucket/*`, (c) => {
      const path = readObjectPath(new URL(c.req.url).pathname, prefix);
      return sendObject(parts, c, "caller", () => findVisible(parts, c, path));
    });
  }
  return routes;
}

async function findPublic(
  { database }: StorageParts,
  _c: Context<BackendEnv>,
  path: ObjectPath,
): Promise<ObjectRow> {
  const { isPublic } = await readLimits(database.storage, path.bucketId);
  if (!isPublic) throw noSuchBucketError();
  return found(await findObject(database.storage, path));
}

async function findVisible(
  parts: StorageParts,
  c: Context<BackendEnv>,
  path: ObjectPath,
): Promise<ObjectRow> {
  const { database } = parts;
  const { isPublic } = await readLimits(database.storage, path.bucketId);
  if (isPublic) return found(await findObject(database.storage, path));
  return found(await callerAccess(database, c).run(true, (sql) => findObject(sql, path)));
}

function found(row: ObjectRow | null): ObjectRow {
  if (row === null) throw noSuchKeyError();
  return row;
}

/** Answer of /object/info. */
function describeRow(row: ObjectRow): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.metadata?.size ?? null,
    content_type: row.metadata?.mimetype ?? null,
    cache_control: row.metadata?.cacheControl ?? null,
    etag: entityTag(row),
    metadata: row.user_metadata ?? {},
    last_modified: row.updated_at,
    created_at: row.created_at,
  };
}
