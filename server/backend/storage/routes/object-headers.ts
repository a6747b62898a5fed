import { bareType } from "#server/backend/storage/rows/bucket-input.domain.ts";
import { fileExtension, fileName } from "#server/backend/storage/rows/object-path.domain.ts";
import type { BucketPolicy } from "#server/backend/settings.ts";
import type { ObjectRow } from "#server/backend/storage/rows/object-rows.ts";

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
export function entityTag(row: ObjectRow): string {
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
