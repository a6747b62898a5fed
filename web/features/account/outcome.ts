import type { AccountMessages } from "#shared/messages/account.ts";

/** Why the backend did not do what was asked. */
export type Failure = {
  /** The service's stable code; "network" when nothing answered. */
  code: string;
  /** The service's own words, "" where it has none. */
  message: string;
};

/** PostgreSQL's codes for a value that is taken and for one that a CHECK refuses. */
export const UNIQUE_VIOLATION = "23505";
export const CHECK_VIOLATION = "23514";

/** What became of a call. Never thrown: the forms stay as they are and say what happened. */
export type Outcome<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

export const NETWORK_FAILURE: Failure = { code: "network", message: "" };

type ClientError = { message: string; code?: string | undefined; status?: number | undefined };

/** Turns the `{data, error}` of the backend client into an Outcome. */
export function outcomeOf<Value>(error: ClientError | null, value: Value): Outcome<Value> {
  return error ? { ok: false, failure: failureOf(error) } : { ok: true, value };
}

/** A network failure has status 0 (specification section 8) or no status and the browser's words. */
export function failureOf({ message, code = "", status }: ClientError): Failure {
  const isNetwork = status === 0 || /failed to fetch|networkerror|load failed/i.test(message);
  return isNetwork ? NETWORK_FAILURE : { code, message };
}

/** The failure in the visitor's language, or `fallback` where nobody has words for it. */
export function failureText(
  { code, message }: Failure,
  texts: Pick<AccountMessages, "service">,
  fallback: string,
): string {
  return texts.service[code] ?? (message === "" ? fallback : message);
}
