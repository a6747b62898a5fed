import { sendObject } from "#server/backend/storage/routes/send-object.ts";
import { entityTag } from "#server/backend/storage/routes/object-headers.ts";
import { readLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import type { ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import { findObject, type ObjectRow } from "#server/backend/storage/rows/object-rows.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { matchesIfNoneMatch } from "#server/kit/http/etag.ts";
import { xmlReply, type S3Call } from "./call.ts";
import { userMetadataHeaders } from "./object-metadata.domain.ts";

/** Headers of the answer that the query of a request may set. */
const OVERRIDES = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
] as const;
const OVERRIDE_MAX_CHARACTERS = 1_024;
const MILLISECONDS = 1_000;

/** GetObject and HeadObject: what the caller's policies show. */
export async function getObject(call: S3Call, path: ObjectPath): Promise<Response> {
  const { c, parts, query } = call;
  // Files are whole here, whatever they came in.
  if ((query.get("partNumber") ?? "1") !== "1") throw new S3Error("InvalidPartNumber");
  let row = await findVisible(call, path);
  requireUnchanged(row, (name) => c.req.header(name));
  if (c.req.header("if-none-match") === undefined) {
    if (isNotModifiedSince(row, c.req.header("if-modified-since"))) return notModified(row);
  }
  let isFirst = true;
  const answer = await sendObject(parts, c, "signed", async () => {
    if (!isFirst) row = await findVisible(call, path);
    isFirst = false;
    return row;
  });
  describeForTools(call, row, answer.headers);
  return answer;
}

function notModified(row: ObjectRow): Response {
  const headers = { etag: entityTag(row), "last-modified": row.updated_at.toUTCString() };
  return new Response(null, { status: 304, headers });
}

/**
 * The object, if the caller may see it.
 *
 * @throws StorageError NoSuchBucket, NoSuchKey.
 */
export async function findVisible({ parts, access }: S3Call, path: ObjectPath): Promise<ObjectRow> {
  const row = await access.run(true, (sql) => findObject(sql, path));
  if (row !== null) return row;
  await readLimits(parts.database.storage, path.bucketId);
  throw new S3Error("NoSuchKey");
}

/** Conditions under which alone the object is wanted (RFC 9110, 13.1). @throws S3Error PreconditionFailed. */
function requireUnchanged(row: ObjectRow, header: (name: string) => string | undefined): void {
  const ifMatch = header("if-match");
  if (ifMatch !== undefined) {
    if (!matchesIfNoneMatch(ifMatch, entityTag(row))) throw new S3Error("PreconditionFailed");
    return;
  }
  const since = header("if-unmodified-since");
  if (since !== undefined && seconds(row.updated_at.getTime()) > seconds(Date.parse(since))) {
    throw new S3Error("PreconditionFailed");
  }
}

/** Conditions of a copy on its source, which S3 words as headers of their own. */
export function requireSource(row: ObjectRow, headers: Headers): void {
  const header = (name: string): string | undefined =>
    headers.get(`x-amz-copy-source-${name}`) ?? undefined;
  requireUnchanged(row, header);
  const isOld =
    matchesIfNoneMatch(header("if-none-match"), entityTag(row)) ||
    isNotModifiedSince(row, header("if-modified-since"));
  if (isOld) throw new S3Error("PreconditionFailed");
}

function isNotModifiedSince(row: ObjectRow, since: string | undefined): boolean {
  return since !== undefined && seconds(row.updated_at.getTime()) <= seconds(Date.parse(since));
}

/** Dates of headers have no milliseconds. */
function seconds(epochMs: number): number {
  return Math.floor(epochMs / MILLISECONDS);
}

/**
 * Who signs a header is a program: it gets the stored type and lifetime, to write them down elsewhere.
 * A presigned address may be opened in a browser and keeps the answer of every download.
 */
function describeForTools({ signer, query }: S3Call, row: ObjectRow, headers: Headers): void {
  if (signer.signed.lifeS === null) {
    headers.delete("content-disposition");
    headers.set("content-type", row.metadata?.mimetype ?? "application/octet-stream");
    headers.set("cache-control", row.metadata?.cacheControl ?? "no-cache");
  }
  for (const name of OVERRIDES) {
    const value = query.get(`response-${name}`);
    if (value === null) continue;
    if (value.length > OVERRIDE_MAX_CHARACTERS || !/^[\x20-\x7e]*$/.test(value)) {
      throw new S3Error("InvalidArgument", { message: `Provided response-${name} is not valid.` });
    }
    headers.set(name, value);
  }
  for (const [name, value] of userMetadataHeaders(row.user_metadata)) headers.set(name, value);
}

/** Objects have no tags here; tools that copy large ones ask. */
export async function getTagging(call: S3Call, path: ObjectPath): Promise<Response> {
  await findVisible(call, path);
  return xmlReply("Tagging", { TagSet: {} });
}
