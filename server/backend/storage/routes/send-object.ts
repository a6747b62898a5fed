import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { matchesIfNoneMatch } from "#server/kit/http/etag.ts";
import {
  type ByteRange,
  rangeHeaders,
  requestedRange,
} from "#server/kit/http/byte-range.domain.ts";
import { entityTag, objectHeaders, type Audience } from "./object-headers.ts";
import type { ObjectRow } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { noSuchKeyError, rangeError } from "#server/backend/storage/protocol/storage-error.ts";

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
