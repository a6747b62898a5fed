import { z } from "zod";
import type { UploadMetadata } from "#server/backend/storage/protocol/tus.ts";
import {
  readContentEncoding,
  requireContentType,
  type UploadDetails,
} from "#server/backend/storage/uploads/upload-body.ts";

const DEFAULT_CONTENT_TYPE = "application/octet-stream";
const DEFAULT_CACHE_CONTROL = "no-cache";

const userMetadataSchema = z.record(z.string(), z.unknown());

/**
 * What the metadata of a resumable upload says of its file: `contentType`, `cacheControl` in seconds,
 * `contentEncoding` and `metadata`, a JSON object; another `metadata` counts for nothing, as upstream.
 *
 * @throws StorageError InvalidMimeType.
 */
export function readUploadDetails(metadata: UploadMetadata): UploadDetails {
  const { contentType, cacheControl, contentEncoding } = metadata;
  return {
    contentType: requireContentType(contentType ?? DEFAULT_CONTENT_TYPE),
    cacheControl: /^\d{1,12}$/.test(cacheControl ?? "")
      ? `max-age=${cacheControl}`
      : DEFAULT_CACHE_CONTROL,
    contentEncoding: readContentEncoding(contentEncoding),
    userMetadata: readUserMetadata(metadata["metadata"]),
  };
}

function readUserMetadata(text: string | null | undefined): UploadDetails["userMetadata"] {
  if (text === null || text === undefined) return null;
  try {
    return userMetadataSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
