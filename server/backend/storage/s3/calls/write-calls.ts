import { copyObject as copyStoredObject } from "#server/backend/storage/actions/move-and-copy.ts";
import { storeContent, type UploadSource } from "#server/backend/storage/actions/store-upload.ts";
import { entityTag } from "#server/backend/storage/routes/object-headers.ts";
import type { ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import {
  missingLengthError,
  tooLargeError,
} from "#server/backend/storage/protocol/storage-error.ts";
import {
  readCacheControl,
  readContentEncoding,
  requireContentType,
  type UploadDetails,
} from "#server/backend/storage/uploads/upload-body.ts";
import { openSignedBody } from "#server/backend/storage/s3/body/signed-body.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { requirePath, xmlReply, type S3Call } from "./call.ts";
import { readUserMetadata, sentEncoding } from "./object-metadata.domain.ts";
import { findVisible, requireSource } from "./read-calls.ts";

const DEFAULT_CONTENT_TYPE = "binary/octet-stream";

/** PutObject: adds or replaces; with `If-None-Match: *` it only adds. */
export async function putObject(call: S3Call, path: ObjectPath): Promise<Response> {
  const { c, parts, access, signer } = call;
  const condition = c.req.header("if-none-match");
  if (condition !== undefined && condition !== "*") throw new S3Error("NotImplemented");
  const body = openSignedBody(c.req.raw, signer);
  const details = readDetails(c.req.raw.headers);
  let proof: Readonly<Record<string, string>> = {};
  const source: UploadSource = {
    lengthBytes: body.lengthBytes,
    check({ maxBytes }, mustAnnounce) {
      if (mustAnnounce && body.lengthBytes === null) throw missingLengthError();
      if ((body.lengthBytes ?? 0) > maxBytes) throw tooLargeError();
    },
    async read(sink) {
      const file = await sink(details.contentType, body.content);
      proof = body.prove(file);
      return { details, file };
    },
  };
  const isUpsert = condition === undefined;
  const { eTag } = await storeContent(parts, { path, isUpsert, access }, source);
  return new Response(null, { headers: { ...proof, etag: eTag } });
}

/** CopyObject: within the caller's rights on both ends. */
export async function copyObject(call: S3Call, to: ObjectPath): Promise<Response> {
  const { c, parts, access } = call;
  const { headers } = c.req.raw;
  const from = readCopySource(headers);
  const isReplacing = readDirective(headers) === "REPLACE";
  const isOntoItself = from.bucketId === to.bucketId && from.name === to.name;
  if (isOntoItself && !isReplacing) {
    const message =
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata.";
    throw new S3Error("InvalidRequest", { message });
  }
  const source = await findVisible(call, from);
  requireSource(source, headers);
  await copyStoredObject(parts, access, {
    from,
    to,
    version: source.version,
    isUpsert: true,
    overrides: isReplacing ? readReplacement(headers) : null,
  });
  const copy = await findVisible(call, to);
  return xmlReply("CopyObjectResult", {
    LastModified: copy.updated_at.toISOString(),
    ETag: entityTag(copy),
  });
}

/** What the headers of an upload say of the object to be. */
export function readDetails(headers: Headers): UploadDetails {
  return {
    contentType: requireContentType(headers.get("content-type") ?? DEFAULT_CONTENT_TYPE),
    cacheControl: readCacheControl(headers.get("cache-control")),
    contentEncoding: readContentEncoding(sentEncoding(headers)),
    userMetadata: readUserMetadata(headers),
  };
}

/** The object of `x-amz-copy-source`. @throws S3Error InvalidArgument. */
export function readCopySource(headers: Headers): ObjectPath {
  const text = (headers.get("x-amz-copy-source") ?? "").replace(/\?versionId=null$/, "");
  const source = decodeSource(text).replace(/^\//, "");
  const slash = source.indexOf("/");
  if (slash < 1 || text.includes("?versionId=")) throw copySourceError();
  return requirePath(source.slice(0, slash), source.slice(slash + 1));
}

function decodeSource(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw copySourceError(error);
  }
}

function copySourceError(cause?: unknown): S3Error {
  const message = "Copy Source must mention the source bucket and key: sourcebucket/sourcekey";
  return new S3Error("InvalidArgument", { message, cause });
}

function readDirective(headers: Headers): "COPY" | "REPLACE" {
  const value = headers.get("x-amz-metadata-directive") ?? "COPY";
  if (value === "COPY" || value === "REPLACE") return value;
  throw new S3Error("InvalidArgument", { message: "Unknown metadata directive." });
}

function readReplacement(headers: Headers): {
  mimetype: string;
  cacheControl: string;
  contentEncoding: string;
  userMetadata: Readonly<Record<string, string>> | null;
} {
  return {
    mimetype: headers.get("content-type") ?? DEFAULT_CONTENT_TYPE,
    cacheControl: headers.get("cache-control") ?? "no-cache",
    contentEncoding: sentEncoding(headers),
    userMetadata: readUserMetadata(headers),
  };
}
