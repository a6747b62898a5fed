import type { Context } from "hono";
import type * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import { requireInput } from "#backend/storage/protocol/invalid-input.domain.ts";
import {
  invalidRequestError,
  missingLengthError,
  tooLargeError,
} from "#backend/storage/protocol/storage-error.ts";
import { announcedLength } from "#backend/storage/uploads/upload-body.ts";

/** Enough for a thousand long names. */
const BODY_MAX_BYTES = 1_100_000;

/**
 * Reads and validates a JSON body. Uses Hono's request cache, because the gateway may have read it.
 *
 * @throws StorageError EntityTooLarge or MissingContentLength before reading; InvalidRequest naming
 * the first wrong field, as upstream's validator does.
 */
export async function readJsonBody<T>(
  c: Context<BackendEnv>,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  checkLength(c.req.raw.headers);
  return requireInput("body", schema, parse(await c.req.text()));
}

function checkLength(headers: Headers): void {
  const length = announcedLength(headers);
  if (length === null && headers.has("transfer-encoding")) throw missingLengthError();
  if (length !== null && length > BODY_MAX_BYTES) throw tooLargeError(true);
}

/** An empty body is an empty object: clients send none to delete or empty a bucket. */
function parse(text: string): unknown {
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequestError("The body is not JSON");
  }
}
