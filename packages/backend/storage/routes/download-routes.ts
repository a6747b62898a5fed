import { bareType } from "#backend/storage/rows/bucket-input.domain.ts";
import {
  fileExtension,
  fileName,
  readObjectPath,
} from "#backend/storage/rows/object-path.domain.ts";
import type { BucketPolicy } from "#backend/settings.ts";
import type { ObjectRow } from "#backend/storage/rows/object-rows.ts";
import { type Context, Hono } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { matchesIfNoneMatch } from "@reign-tv/kit/http/etag.ts";
import {
  type ByteRange,
  rangeHeaders,
  requestedRange,
} from "@reign-tv/kit/http/byte-range.domain.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { noSuchKeyError, rangeError } from "#backend/storage/protocol/storage-error.ts";
import { rateLimit } from "#backend/gateway/rate-limits.ts";
import { callerAccess } from "#backend/storage/rows/access.ts";
import { findPublic, findVisible } from "#backend/storage/actions/find-readable.ts";

/**
 * Routes for GET and HEAD of objects: public ones for every caller, others by the caller's
 * policies. An object without permission responds as missing. Hono serves HEAD with the GET
 * handlers. Unlimited: pages show many files, and browsers and CDNs cache them.
 */
export function downloadRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();
  routes.get("/object/*", rateLimit());
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

/**
 * Objects are untrusted bytes on the product's own origin. Every response forbids type sniffing and
 * sandboxes content that a browser opens, without scripts.
 */

/** Readers of the object: everyone, the holder of a signed URL, or a signed-in caller. */
export type Audience = "public" | "signed" | "caller";

type Naming = {
  readonly policy: BucketPolicy | undefined;
  readonly download: string | undefined;
};

/** Types that a browser shows without running code; it saves all others. */
const PASSIVE_TYPES = /^(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/.+|video\/.+|text\/plain)$/;
const DEFAULT_TYPE = "application/octet-stream";
const DEFAULT_CACHE_CONTROL = "no-cache";

/** Returns the ETag with its quotes; rows of another origin may lack one. */
function entityTag(row: ObjectRow): string {
  return row.metadata?.eTag ?? `"${row.version}"`;
}

/**
 * Returns the headers of every object response, 304 included.
 *
 * @param naming.policy of the object's bucket.
 * @param naming.download value of `?download`: the name to save under, "" for the object's own.
 */
export function objectHeaders(row: ObjectRow, audience: Audience, naming: Naming): Headers {
  const type = servedType(row.metadata?.mimetype ?? DEFAULT_TYPE);
  const cacheControl = row.metadata?.cacheControl ?? DEFAULT_CACHE_CONTROL;
  const encoding = row.metadata?.contentEncoding;
  return new Headers({
    "content-type": type,
    ...(encoding === undefined ? {} : { "content-encoding": encoding }),
    "content-disposition": disposition(row, type, naming),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": audience === "caller" ? "same-origin" : "cross-origin",
    "cache-control": audience === "public" ? cacheControl : `private, ${cacheControl}`,
    etag: entityTag(row),
    "last-modified": row.updated_at.toUTCString(),
    "accept-ranges": "bytes",
  });
}

/** Markup is served as text, as upstream does. */
function servedType(type: string): string {
  return bareType(type) === "text/html" ? "text/plain" : type;
}

function disposition(row: ObjectRow, type: string, { download, policy }: Naming): string {
  const ownName = policy?.downloadName(fileExtension(row.name)) ?? fileName(row.name);
  if (download === undefined) {
    const manner = PASSIVE_TYPES.test(bareType(type)) ? "inline" : "attachment";
    return `${manner}; filename="${ownName}"`;
  }
  const name = encodeURIComponent(download === "" ? ownName : download);
  return `attachment; filename=${name}; filename*=UTF-8''${name};`;
}

/**
 * Responds to GET or HEAD with an object: 200, 206, 304 or 416.
 *
 * @param find reads the row; called again when an upsert removed the file in the meantime.
 * @throws StorageError NoSuchKey.
 */
export async function sendObject(
  deps: StorageDeps,
  c: Context<BackendEnv>,
  audience: Audience,
  find: () => Promise<ObjectRow>,
): Promise<Response> {
  const first = await find();
  const response =
    (await respondWith(deps, c, audience, first)) ??
    (await respondWith(deps, c, audience, await find()));
  if (response !== null) return response;
  deps.log.error({
    event: "storage_file_missing",
    requestId: c.get("requestId"),
    objectId: first.id,
  });
  throw noSuchKeyError();
}

async function respondWith(
  { store, settings }: StorageDeps,
  c: Context<BackendEnv>,
  audience: Audience,
  row: ObjectRow,
): Promise<Response | null> {
  const etag = entityTag(row);
  const size = row.metadata?.size ?? 0;
  const headers = objectHeaders(row, audience, {
    policy: settings.bucketPolicies.get(row.bucket_id),
    download: c.req.query("download"),
  });
  if (matchesIfNoneMatch(c.req.header("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const range = requestedRange({ header: (name) => c.req.header(name), etag, size });
  if (range === "unsatisfiable") throw rangeError(size);

  for (const [name, value] of Object.entries(rangeHeaders(range, size))) headers.set(name, value);
  const body = await openBody(store, c.req.method, row, range === "whole" ? null : range);
  if (body === null) return null;
  const status = range === "whole" ? 200 : 206;
  return new Response(body === "none" ? null : body, { status, headers });
}

/** HEAD opens no file, because its body would never be closed. */
async function openBody(
  store: StorageDeps["store"],
  method: string,
  row: ObjectRow,
  range: ByteRange | null,
): Promise<ReadableStream<Uint8Array> | "none" | null> {
  return method === "HEAD" ? "none" : store.open(row.version, range);
}
