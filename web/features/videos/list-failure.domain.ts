import type { ListCause } from "#shared/messages/videos/category.ts";
import { AppError } from "#shared/errors.ts";

/** Why a list could not be read, for the text of its page. */
export type ListFailure = {
  readonly cause: ListCause;
  /** The function's own sentence, which is English. */
  readonly ownWords: string | null;
};

/**
 * Returns the cause of a failed list: by our function's error code, else by the kind of failure.
 * Null while the device is offline, which the page says elsewhere.
 */
export function listFailureOf(error: Error, isOnline: boolean): ListFailure | null {
  if (!(error instanceof AppError)) return { cause: "unexpected", ownWords: null };
  if (hasNoResponse(error)) return isOnline ? { cause: "no_response", ownWords: null } : null;
  if (error.reason !== null) {
    const cause = isFunctionCause(error.reason) ? error.reason : "unexpected";
    return { cause, ownWords: error.message };
  }
  return { cause: causeOfStatus(error.status), ownWords: null };
}

/** Returns true when neither our server nor a proxy before it responded. */
export function hasNoResponse(error: Error): boolean {
  return error instanceof AppError && error.code === "network";
}

/** Codes of the function `youtube-playlist-videos`. */
const FUNCTION_CAUSES = [
  "quota_exceeded",
  "budget_spent",
  "key_refused",
  "playlist_not_found",
  "rate_limited",
  "timeout",
  "unreachable",
  "bad_answer",
  "upstream_failed",
  "resting",
  "not_configured",
  "too_many_requests",
] as const satisfies readonly ListCause[];

function isFunctionCause(reason: string): reason is (typeof FUNCTION_CAUSES)[number] {
  return FUNCTION_CAUSES.some((cause) => cause === reason);
}

function causeOfStatus(status: number): ListCause {
  if (status === 429) return "too_many_requests";
  if (status >= 500) return "server_down";
  return status < 300 ? "unreadable" : "refused";
}
