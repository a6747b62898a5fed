import { Hono } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { callerAccess } from "#server/backend/storage/rows/access.ts";
import { findPublic, findVisible } from "#server/backend/storage/actions/find-readable.ts";
import { entityTag } from "./object-headers.ts";
import { readObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import type { ObjectRow } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { sendObject } from "./send-object.ts";

/**
 * GET and HEAD of objects: public ones for everybody, all others as far as the caller's policies
 * reach. What one may not see does not exist. Hono answers HEAD with these handlers too.
 */
export function downloadRoutes(parts: StorageDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();
  for (const prefix of ["info/public/", "info/authenticated/", "info/"] as const) {
    routes.get(`/object/${prefix}:bucket/*`, async (c) => {
      const path = readObjectPath(new URL(c.req.url).pathname, prefix);
      const row =
        prefix === "info/public/"
          ? await findPublic(parts, path, c.req.query("versionId"))
          : await findVisible(
              parts,
              callerAccess(parts.database, c),
              path,
              c.req.query("versionId"),
            );
      return c.json(describeRow(row));
    });
  }
  routes.get("/object/public/:bucket/*", (c) => {
    const path = readObjectPath(new URL(c.req.url).pathname, "public/");
    return sendObject(parts, c, "public", () => findPublic(parts, path, c.req.query("versionId")));
  });
  for (const prefix of ["authenticated/", ""] as const) {
    routes.get(`/object/${prefix}:bucket/*`, (c) => {
      const path = readObjectPath(new URL(c.req.url).pathname, prefix);
      const access = callerAccess(parts.database, c);
      return sendObject(parts, c, "caller", () =>
        findVisible(parts, access, path, c.req.query("versionId")),
      );
    });
  }
  return routes;
}

/** Answer of /object/info. */
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
