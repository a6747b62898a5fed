import { validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";

/**
 * Largest metadata in bytes of JSON. Both travel in every access token, and a token beyond 8 KB is
 * refused everywhere: without a limit a user could lock themselves out.
 */
const USER_METADATA_MAX_BYTES = 3_072;
const APP_METADATA_MAX_BYTES = 1_536;

/** @throws AuthError 400 validation_failed when the metadata is too large to live in a token. */
export function assertMetadataFits(metadata: {
  readonly userMetadata?: JsonObject;
  readonly appMetadata?: JsonObject;
}): void {
  const { userMetadata = {}, appMetadata = {} } = metadata;
  if (sizeOf(userMetadata) > USER_METADATA_MAX_BYTES) {
    throw validationFailed("User metadata is too large");
  }
  if (sizeOf(appMetadata) > APP_METADATA_MAX_BYTES) {
    throw validationFailed("App metadata is too large");
  }
}

/** Metadata after an update: each key replaces, null removes. */
export function mergeMetadata(current: JsonObject, changes: JsonObject): JsonObject {
  const merged = { ...current, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

function sizeOf(metadata: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}
