import {
  bucketLocation,
  bucketVersioning,
  createBucket,
  headBucket,
  listBuckets,
  removeBucket,
} from "./calls/bucket-calls.ts";
import { requirePath, S3_MOUNT, type Place, type S3Call } from "./calls/call.ts";
import { completeUpload } from "./calls/complete-call.ts";
import { deleteObject, deleteObjects } from "./calls/delete-calls.ts";
import { listObjects, listObjectsV2 } from "./calls/list-calls.ts";
import {
  abortUpload,
  createUpload,
  listMultipartUploads,
  listUploadParts,
} from "./calls/multipart-calls.ts";
import { uploadPart, uploadPartCopy } from "./calls/part-calls.ts";
import { getObject, getTagging } from "./calls/read-calls.ts";
import { copyObject, putObject } from "./calls/write-calls.ts";
import { S3Error } from "./protocol/s3-error.ts";

/** What a request asks for: S3 tells it by method, place, query and one header. */
export type Asked = {
  readonly method: string;
  readonly place: Place;
  readonly query: URLSearchParams;
  readonly isCopy: boolean;
};

type Operation = (call: S3Call) => Promise<Response>;

/** Parts of a bucket or object that S3 has and this server does not. */
const FOREIGN_PARTS = [
  "accelerate",
  "acl",
  "analytics",
  "attributes",
  "cors",
  "encryption",
  "intelligent-tiering",
  "inventory",
  "legal-hold",
  "lifecycle",
  "logging",
  "metrics",
  "notification",
  "object-lock",
  "ownershipControls",
  "policy",
  "policyStatus",
  "publicAccessBlock",
  "replication",
  "requestPayment",
  "restore",
  "retention",
  "select",
  "torrent",
  "versions",
  "website",
] as const;

/** @throws S3Error NotImplemented, MethodNotAllowed. */
export function findOperation(asked: Asked): Operation {
  const { place, query } = asked;
  const versionId = query.get("versionId") ?? "null";
  if (versionId !== "null" || FOREIGN_PARTS.some((part) => query.has(part))) {
    throw new S3Error("NotImplemented");
  }
  const { bucketId, name } = place;
  if (bucketId === null) return ofService(asked);
  if (name === null) return ofBucket(asked, bucketId);
  return ofObject(asked, bucketId, name);
}

function ofService({ method }: Asked): Operation {
  if (method !== "GET") throw new S3Error("MethodNotAllowed");
  return listBuckets;
}

function ofBucket({ method, query }: Asked, bucketId: string): Operation {
  if (query.has("tagging")) throw new S3Error("NotImplemented");
  switch (method) {
    case "GET":
      return (call) => bucketReader(query)(call, bucketId);
    case "HEAD":
      return (call) => headBucket(call, bucketId);
    case "PUT":
      if (query.has("versioning")) throw new S3Error("NotImplemented");
      return (call) => createBucket(call, bucketId);
    case "DELETE":
      return (call) => removeBucket(call, bucketId);
    case "POST":
      if (query.has("delete")) return (call) => deleteObjects(call, bucketId);
      throw new S3Error("NotImplemented");
    default:
      throw new S3Error("MethodNotAllowed");
  }
}

function bucketReader(
  query: URLSearchParams,
): (call: S3Call, bucketId: string) => Promise<Response> {
  if (query.has("location")) return bucketLocation;
  if (query.has("versioning")) return bucketVersioning;
  if (query.has("uploads")) return listMultipartUploads;
  return query.get("list-type") === "2" ? listObjectsV2 : listObjects;
}

function ofObject(asked: Asked, bucketId: string, name: string): Operation {
  const operation = objectOperation(asked);
  return (call) => operation(call, requirePath(bucketId, name));
}

function objectOperation({
  method,
  query,
  isCopy,
}: Asked): (call: S3Call, path: ReturnType<typeof requirePath>) => Promise<Response> {
  const isUpload = query.has("uploadId");
  if (query.has("tagging") && method !== "GET") throw new S3Error("NotImplemented");
  switch (method) {
    case "GET":
      if (query.has("tagging")) return getTagging;
      return isUpload ? listUploadParts : getObject;
    case "HEAD":
      return getObject;
    case "PUT":
      if (isUpload) return isCopy ? uploadPartCopy : uploadPart;
      return isCopy ? copyObject : putObject;
    case "POST":
      if (query.has("uploads")) return createUpload;
      if (isUpload) return completeUpload;
      throw new S3Error("NotImplemented");
    case "DELETE":
      return isUpload ? abortUpload : deleteObject;
    default:
      throw new S3Error("MethodNotAllowed");
  }
}

/** The request as limits count it: like the storage service's own call that does the same. */
export function countedAs({ method, place, query, isCopy }: Asked): {
  readonly method: string;
  readonly path: string;
} {
  const isUpload = query.has("uploadId");
  const isOfFile = place.name !== null && !isUpload && !isCopy && method !== "DELETE";
  return { method, path: isOfFile ? "/object/bucket/file" : S3_MOUNT };
}
