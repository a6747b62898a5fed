import { Hono, type Context } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { matchesIfNoneMatch } from "@reign-tv/kit/http/etag.ts";
import { findPublic, findSigned, findVisible } from "#backend/storage/actions/find-readable.ts";
import { formatOf, createRenderedImages } from "#backend/storage/images/render-image.ts";
import {
  decideRendering,
  describeTransformation,
  transformationSchema,
  variantOf,
  type Transformation,
} from "#backend/storage/protocol/transformation.domain.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { requireInput } from "#backend/storage/protocol/invalid-input.domain.ts";
import { rateLimit } from "#backend/gateway/rate-limits.ts";
import { callerAccess } from "#backend/storage/rows/access.ts";
import { readPath } from "#backend/storage/rows/object-path.domain.ts";
import type { ObjectRow } from "#backend/storage/rows/object-rows.ts";
import { objectHeaders, type Audience } from "./download-routes.ts";

type Render = {
  readonly row: ObjectRow;
  readonly audience: Audience;
  readonly transformation: Transformation;
};

/**
 * Routes for GET and HEAD of /render/image: public, signed or by the caller's policies. A signed
 * URL contains its transformation.
 */
export function renderRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const images = createRenderedImages(deps);
  const routes = new Hono<BackendEnv>();
  const read = (c: Context<BackendEnv>): Transformation =>
    requireInput("querystring", transformationSchema, c.req.query());

  const send = async (c: Context<BackendEnv>, render: Render): Promise<Response> => {
    const { row, audience, transformation } = render;
    const rendering = decideRendering(transformation, c.req.header("accept"));
    const etag = `"${row.version}-${variantOf(rendering)}"`;
    if (matchesIfNoneMatch(c.req.header("if-none-match"), etag)) {
      return new Response(null, { status: 304, headers: { etag, vary: "Accept" } });
    }
    const bytes = await images.get(row, rendering, c.get("clientAddress"));
    const mimetype = `image/${formatOf(bytes) ?? "png"}`;
    const headers = objectHeaders(
      { ...row, metadata: { ...row.metadata, mimetype, eTag: etag } },
      audience,
      {
        policy: deps.settings.bucketPolicies.get(row.bucket_id),
        download: c.req.query("download"),
      },
    );
    for (const name of ["accept-ranges", "content-encoding"]) headers.delete(name);
    headers.set("content-length", String(bytes.length));
    headers.set("vary", "Accept");
    const described = describeTransformation(transformation);
    if (described !== "") headers.set("x-transformations", described);
    return new Response(Buffer.from(bytes), { headers });
  };

  // Only new renderings count, where they are made (render-image.ts).
  routes.get("/render/image/*", rateLimit());
  routes.get("/render/image/public/:bucket/*", async (c) => {
    const transformation = read(c);
    const path = readPath(new URL(c.req.url).pathname, "/render/image/public/");
    return send(c, {
      row: await findPublic(deps, path, c.req.query("versionId")),
      audience: "public",
      transformation,
    });
  });
  routes.get("/render/image/authenticated/:bucket/*", async (c) => {
    const transformation = read(c);
    const path = readPath(new URL(c.req.url).pathname, "/render/image/authenticated/");
    const row = await findVisible(
      deps,
      callerAccess(deps.database, c),
      path,
      c.req.query("versionId"),
    );
    return send(c, { row, audience: "caller", transformation });
  });
  routes.get("/render/image/sign/:bucket/*", async (c) => {
    const path = readPath(new URL(c.req.url).pathname, "/render/image/sign/");
    const { transform, version } = await deps.signer.verifyDownload(path, c.req.query("token"));
    const row = await findSigned(deps, path, version);
    return send(c, { row, audience: "signed", transformation: transform ?? {} });
  });
  return routes;
}
