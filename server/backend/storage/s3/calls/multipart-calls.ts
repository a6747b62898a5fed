import { randomUUID } from "node:crypto";
import { requireMimeType, requireName } from "#server/backend/storage/actions/accept-file.ts";
import { removeFiles } from "#server/backend/storage/actions/remove-files.ts";
import { checkWriteAllowed } from "#server/backend/storage/actions/store-upload.ts";
import { readLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import {
  findUpload,
  forgetUpload,
  insertUpload,
  listParts,
  listUploads,
  type MultipartUpload,
} from "#server/backend/storage/rows/multipart-rows.ts";
import type { ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { OWNER_XML } from "./bucket-calls.ts";
import { readNumber, xmlReply, type S3Call } from "./call.ts";
import { readDetails } from "./write-calls.ts";

const PAGE_MAX = 1_000;
export const PART_NUMBER_MAX = 10_000;

/** CreateMultipartUpload: refused at once where the object itself would be. */
export async function createUpload(call: S3Call, path: ObjectPath): Promise<Response> {
  const { c, parts, access } = call;
  const { contentType, cacheControl, contentEncoding, userMetadata } = readDetails(
    c.req.raw.headers,
  );
  requireName(parts.settings.bucketPolicies, path);
  const limits = await readLimits(parts.database.storage, path.bucketId);
  if (!parts.settings.bucketPolicies.has(path.bucketId)) {
    requireMimeType(limits, contentType);
  }
  await checkWriteAllowed(parts, { path, access, isUpsert: true });
  const id = randomUUID();
  await insertUpload(parts.database.storage, {
    ...path,
    id,
    ownerId: access.ownerId,
    metadata: {
      mimetype: contentType,
      cacheControl,
      ...(contentEncoding === undefined ? {} : { contentEncoding }),
    },
    userMetadata,
  });
  return xmlReply("InitiateMultipartUploadResult", {
    Bucket: path.bucketId,
    Key: path.name,
    UploadId: id,
  });
}

/** The upload of a call. @throws S3Error NoSuchUpload for one that is somebody else's too. */
export async function requireUpload(
  { c, parts, query }: S3Call,
  path: ObjectPath,
): Promise<MultipartUpload> {
  const id = query.get("uploadId") ?? "";
  const upload = await findUpload(parts.database.storage, c.get("caller"), path, id);
  if (upload === null) throw new S3Error("NoSuchUpload");
  return upload;
}

export async function abortUpload(call: S3Call, path: ObjectPath): Promise<Response> {
  const upload = await requireUpload(call, path);
  await removeFiles(call.parts, await forgetUpload(call.parts.database.storage, upload.id));
  return new Response(null, { status: 204 });
}

export async function listUploadParts(call: S3Call, path: ObjectPath): Promise<Response> {
  const { parts, query } = call;
  const upload = await requireUpload(call, path);
  const bounds = { min: 0, max: 2_147_483_647 };
  const max = Math.min(PAGE_MAX, readNumber(query, "max-parts", { ...bounds, standard: PAGE_MAX }));
  const after = readNumber(query, "part-number-marker", { ...bounds, standard: 0 });
  const rows = await listParts(parts.database.storage, upload.id, after, max + 1);
  const page = rows.slice(0, max);
  return xmlReply("ListPartsResult", {
    Bucket: path.bucketId,
    Key: path.name,
    UploadId: upload.id,
    PartNumberMarker: after,
    NextPartNumberMarker: page.at(-1)?.partNumber ?? 0,
    MaxParts: max,
    IsTruncated: rows.length > max,
    Part: page.map(({ partNumber, createdAt, md5, size }) => ({
      PartNumber: partNumber,
      LastModified: createdAt.toISOString(),
      ETag: `"${md5}"`,
      Size: size,
    })),
    Initiator: OWNER_XML,
    Owner: OWNER_XML,
    StorageClass: "STANDARD",
  });
}

export async function listMultipartUploads(call: S3Call, bucketId: string): Promise<Response> {
  const { c, parts, query } = call;
  const { storage } = parts.database;
  await readLimits(storage, bucketId);
  const max = readNumber(query, "max-uploads", { standard: PAGE_MAX, min: 1, max: PAGE_MAX });
  const place = {
    prefix: query.get("prefix") ?? "",
    afterKey: query.get("key-marker") ?? "",
    afterId: query.get("upload-id-marker") ?? "",
  };
  const page = { bucketId, ...place, limit: max + 1 };
  const rows = await listUploads(storage, c.get("caller"), page);
  const uploads = rows.slice(0, max);
  const last = rows.length > max ? uploads.at(-1) : undefined;
  return xmlReply("ListMultipartUploadsResult", {
    Bucket: bucketId,
    KeyMarker: place.afterKey,
    UploadIdMarker: place.afterId,
    NextKeyMarker: last?.name,
    NextUploadIdMarker: last?.id,
    Prefix: place.prefix,
    MaxUploads: max,
    IsTruncated: last !== undefined,
    Upload: uploads.map(({ id, name, createdAt }) => ({
      Key: name,
      UploadId: id,
      Initiator: OWNER_XML,
      Owner: OWNER_XML,
      StorageClass: "STANDARD",
      Initiated: createdAt.toISOString(),
    })),
  });
}
