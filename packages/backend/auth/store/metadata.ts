import { validationFailed } from "#backend/auth/protocol/auth-error.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/**
 * Maximum size as JSON. Access tokens contain both, and proxies reject tokens over 8 KB: without
 * a limit users could lock themselves out.
 */
const USER_METADATA_MAX_BYTES = 3_072;
const APP_METADATA_MAX_BYTES = 1_536;

/** @throws AuthError 400 validation_failed when the metadata is too large for a token. */
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

/** Merges metadata by key; null removes a key. */
export function mergeMetadata(current: JsonObject, changes: JsonObject): JsonObject {
  const merged = { ...current, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

function sizeOf(metadata: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}
