import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import type { Access } from "#server/backend/storage/rows/access.ts";
import {
  requireBucketName,
  requireKey,
  type ObjectPath,
} from "#server/backend/storage/rows/object-path.domain.ts";
import type { Signer } from "#server/backend/storage/s3/signature/identify.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { writeXml, type XmlContent } from "#server/backend/storage/s3/protocol/xml.ts";

/** A request whose signature was right. */
export type S3Call = {
  readonly c: Context<BackendEnv>;
  readonly parts: StorageDeps;
  /** In whose name rows are read and written. */
  readonly access: Access;
  readonly signer: Signer;
  readonly query: URLSearchParams;
};

/** A bucket and, after its name, what stands for an object; null for a call of the bucket itself. */
export type Place = { readonly bucketId: string | null; readonly name: string | null };

/** Where the protocol lives below the storage part's mount. */
export const S3_MOUNT = "/s3";

/** Reads the path of a request, decoded exactly once. Names are checked by the call that uses them. */
export function readPlace(pathname: string): Place {
  const rest = pathname.slice(pathname.indexOf(S3_MOUNT) + S3_MOUNT.length).replace(/^\//, "");
  const slash = rest.indexOf("/");
  const bucketId = decode(slash === -1 ? rest : rest.slice(0, slash));
  const name = slash === -1 ? "" : decode(rest.slice(slash + 1));
  return { bucketId: bucketId === "" ? null : bucketId, name: name === "" ? null : name };
}

/** @throws StorageError InvalidBucketName, InvalidKey unless an object may be called so. */
export function requirePath(bucketId: string, name: string): ObjectPath {
  return { bucketId: requireBucketName(bucketId), name: requireKey(name) };
}

/** An answer with a document. */
export function xmlReply(root: string, content: XmlContent): Response {
  return new Response(writeXml(root, content), { headers: { "content-type": "application/xml" } });
}

/**
 * A whole number of the query.
 *
 * @throws S3Error InvalidArgument beyond its bounds.
 */
export function readNumber(
  query: URLSearchParams,
  name: string,
  bounds: { readonly standard: number; readonly min: number; readonly max: number },
): number {
  const text = query.get(name);
  if (text === null || text === "") return bounds.standard;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= bounds.min && value <= bounds.max)) {
    throw new S3Error("InvalidArgument", { message: `Provided ${name} is not valid.` });
  }
  return value;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new S3Error("InvalidKey", { cause: error });
  }
}
