import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { isSameCopy } from "#server/kit/validators.ts";
import { readByteRange, type ByteRange } from "#server/kit/byte-range.domain.ts";
import { entityTag, objectHeaders, type Audience } from "./object-headers.ts";
import type { ObjectRow } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageParts } from "#server/backend/storage/parts.ts";
import { noSuchKeyError, rangeError } from "#server/backend/storage/protocol/storage-error.ts";

/**
 * Answers GET or HEAD with an object: 200, 206, 304 or 416.
 *
 * @param find reads the row; asked again when its file went away in between, because an upsert
 *   removes the file that it replaced.
 * @throws StorageError NoSuchKey.
 */
export async function sendObject(
  { store, log }: StorageParts,
  c: Context<BackendEnv>,
  audience: Audience,
  find: () => Promise<ObjectRow>,
): Promise<Response> {
  const first = await find();
  const answer =
    (await answerWith(store, c, audience, first)) ??
    (await answerWith(store, c, audience, await find()));
  if (answer !== null) return answer;
  log.error({ event: "storage_file_missing", requestId: c.get("requestId"), objectId: first.id });
  throw noSuchKeyError();
}

async function answerWith(
  store: StorageParts["store"],
  c: Context<BackendEnv>,
  audience: Audience,
  row: ObjectRow,
): Promise<Response | null> {
  const etag = entityTag(row);
  const size = row.metadata?.size ?? 0;
  const headers = objectHeaders(row, audience, c.req.query("download"));
  if (isSameCopy(c.req.header("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const ifRange = c.req.header("if-range");
  const isCut = ifRange === undefined || ifRange === etag;
  const range = readByteRange(isCut ? c.req.header("range") : undefined, size);
  if (range === "unsatisfiable") throw rangeError(size);

  const part = range === "whole" ? null : range;
  headers.set("content-length", String(part === null ? size : part.last - part.first + 1));
  if (part !== null) headers.set("content-range", `bytes ${part.first}-${part.last}/${size}`);
  const body = await openBody(store, c.req.method, row, part);
  return body === null
    ? null
    : new Response(body === "none" ? null : body, { status: part === null ? 200 : 206, headers });
}

/** HEAD opens nothing: nobody would close it. */
async function openBody(
  store: StorageParts["store"],
  method: string,
  row: ObjectRow,
  range: ByteRange | null,
): Promise<ReadableStream<Uint8Array> | "none" | null> {
  return method === "HEAD" ? "none" : store.open(row.version, range);
}
