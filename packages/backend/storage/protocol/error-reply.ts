import type { Context } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import {
  accessDeniedError,
  duplicateError,
  invalidParameterError,
  noSuchBucketError,
  ROW_POLICY_MESSAGE,
  StorageError,
  tryLaterError,
} from "./storage-error.ts";

const DATABASE_RETRY_AFTER_S = 2;
const DISK_FULL_RETRY_AFTER_S = 60;

/** Responds to an error of a handler, and logs errors that need the operator. */
export function replyToStorageError(error: Error, c: Context<BackendEnv>): Response {
  const storageError = toStorageError(error);
  if (storageError.statusCode >= 500) {
    c.get("facts").fault = { code: storageError.code, err: storageError.cause ?? error };
  }
  return Response.json(storageError.toBody(), {
    status: storageError.httpStatus,
    headers: { "cache-control": "no-store", ...storageError.headers },
  });
}

/** Maps errors of the database and the disk without their text. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (!isFileError(error) && isDatabaseUnavailable(error)) {
    return tryLaterError("The database is not available", DATABASE_RETRY_AFTER_S, error);
  }
  switch (errorCode(error)) {
    case "42501":
      return accessDeniedError(ROW_POLICY_MESSAGE, error);
    case "23505":
      return duplicateError("KeyAlreadyExists");
    case "23503":
      return noSuchBucketError();
    case "22007":
    case "22P02":
    case "22021":
      return invalidParameterError("A value has the wrong form");
    case "55P03":
      return new StorageError(423, "ResourceLocked", "The resource is locked", { cause: error });
    case "57014":
      return new StorageError(503, "DatabaseTimeout", "The database took too long", {
        headers: { "retry-after": String(DATABASE_RETRY_AFTER_S) },
        cause: error,
      });
    case "ENOSPC":
    case "EDQUOT":
      return tryLaterError("The storage is full", DISK_FULL_RETRY_AFTER_S, error);
    case null:
    default:
      return new StorageError(500, "InternalError", "Internal server error", { cause: error });
  }
}

/** ENOENT with a path is a server error; ENOENT of a socket means that the database is down. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && "path" in error;
}
