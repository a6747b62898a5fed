import { Hono } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { callerAccess } from "#server/backend/storage/rows/access.ts";
import { findPublic, findVisible } from "#server/backend/storage/actions/find-readable.ts";
import { entityTag, sendObject } from "./send-object.ts";
import { readObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import type { ObjectRow } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";

/**
 * Routes for GET and HEAD of objects: public ones for every caller, others by the caller's
 * policies. An object without permission responds as missing. Hono serves HEAD with the GET
 * handlers.
 */
export function downloadRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();
  for (const prefix of ["info/public/", "info/authenticated/", "info/"] as const) {
    routes.get(`/object/${prefix}:bucket/*`, async (c) => {
      const path = readObjectPath(new URL(c.req.url).pathname, prefix);
      const row =
        prefix === "info/public/"
          ? await findPublic(deps, path, c.req.query("versionId"))
          : await findVisible(deps, callerAccess(deps.database, c), path, c.req.query("versionId"));
      return c.json(describeRow(row));
    });
  }
  routes.get("/object/public/:bucket/*", (c) => {
    const path = readObjectPath(new URL(c.req.url).pathname, "public/");
    return sendObject(deps, c, "public", () => findPublic(deps, path, c.req.query("versionId")));
  });
  for (const prefix of ["authenticated/", ""] as const) {
    routes.get(`/object/${prefix}:bucket/*`, (c) => {
      const path = readObjectPath(new URL(c.req.url).pathname, prefix);
      const access = callerAccess(deps.database, c);
      return sendObject(deps, c, "caller", () =>
        findVisible(deps, access, path, c.req.query("versionId")),
      );
    });
  }
  return routes;
}

/** Returns the body of /object/info. */
function describeRow(row: ObjectRow): Record<string, unknown> {
  const contentEncoding = row.metadata?.contentEncoding;
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.metadata?.size ?? null,
    content_type: row.metadata?.mimetype ?? null,
    ...(contentEncoding === undefined ? {} : { content_encoding: contentEncoding }),
    cache_control: row.metadata?.cacheControl ?? null,
    etag: entityTag(row),
    metadata: row.user_metadata ?? {},
    last_modified: row.updated_at,
    created_at: row.created_at,
  };
}
