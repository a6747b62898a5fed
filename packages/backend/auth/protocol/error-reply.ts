import { AuthError, OAuthFormError } from "./auth-error.ts";
import { translateDatabaseError } from "./database-error.ts";

export const API_VERSION_HEADER = "X-Supabase-Api-Version";
/** Since this API version an error is `{code, message}`. */
const CODES_VERSION = "2024-01-01";

/**
 * Builds the response to a thrown error.
 *
 * Clients that send the version header (auth-js always does) get `{code, message}`, others
 * `{code: status, error_code, msg}`. Both get `x-sb-error-code`.
 */
export function replyWithError(
  thrown: unknown,
  apiVersion: string | undefined,
  requestId: string,
): Response {
  if (thrown instanceof OAuthFormError) {
    const body = { error: thrown.error, error_description: thrown.message };
    return Response.json(body, { status: 400 });
  }
  const error = toAuthError(thrown);
  const isCodesVersion = apiVersion !== undefined && speaksCodes(apiVersion);
  const headers = new Headers({ "x-sb-error-code": error.code });
  if (isCodesVersion) headers.set(API_VERSION_HEADER, CODES_VERSION);
  if (error.retryAfterSeconds !== null) {
    headers.set("Retry-After", String(error.retryAfterSeconds));
  }
  const body = {
    ...(isCodesVersion
      ? { code: error.code, message: error.message }
      : { code: error.status, error_code: error.code, msg: error.message }),
    ...(error.reasons === null ? {} : { weak_password: { reasons: error.reasons } }),
    ...(error.status >= 500 ? { error_id: requestId } : {}),
  };
  return Response.json(body, { status: error.status, headers });
}

/** Converts a thrown value; an unexpected error reveals no details. */
export function toAuthError(thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown;
  const known = translateDatabaseError(thrown);
  if (known !== null) return known;
  const message = "Unexpected failure, please check server logs for more information";
  return new AuthError(500, "unexpected_failure", message, { cause: thrown });
}

function speaksCodes(apiVersion: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(apiVersion) && apiVersion >= CODES_VERSION;
}
