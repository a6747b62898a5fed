import type { AccountMessages } from "#shared/messages/account/account.ts";

/** Why the backend did not do what was asked. */
export type Failure = {
  /** The service's stable code; "network" when nothing answered. */
  code: string;
  /** The service's own words, "" where it has none. */
  message: string;
};

/** What became of a call. Never thrown: the forms stay as they are and say what happened. */
export type AccountResult<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

export const NETWORK_FAILURE: Failure = { code: "network", message: "" };

/** An error of the backend client with the status of its answer, which the client's table calls tell beside it. */
type ClientError = { message: string; code?: string | undefined; status: number | undefined };

/** Turns the `{data, error}` of the backend client into an Outcome. */
export function outcomeOf<Value>(error: ClientError | null, value: Value): AccountResult<Value> {
  return error ? { ok: false, failure: failureOf(error) } : { ok: true, value };
}

/**
 * The failure behind an error; one of the connection has status 0, whatever the browser's words for it. A server's failure
 * without a code is a proxy's or the client's, in English: pages have their own words.
 */
export function failureOf({ message, code = "", status }: ClientError): Failure {
  if (status === 0) return NETWORK_FAILURE;
  const isServers = status === undefined || status >= 500;
  return { code, message: code === "" && isServers ? "" : message };
}

/** What a call of a table or a function of the database answers; a network failure is told by its status. */
type DatabaseAnswer = { error: { message: string; code: string } | null; status: number };

/** The error of such an answer with its status. */
export function withStatus({ error, status }: DatabaseAnswer): ClientError | null {
  return error && { message: error.message, code: error.code, status };
}

export type AwayTexts = Readonly<Record<"offline" | "server", string>>;

/** Why nothing answered: the device has no connection, or it has one and the server is away. */
export function awayText({ offline, server }: AwayTexts): string {
  return navigator.onLine ? server : offline;
}

/** The failure in the visitor's language, or `fallback` where nobody has words for it. */
export function failureText(
  { code, message }: Failure,
  texts: Pick<AccountMessages, "service">,
  fallback: string,
): string {
  return texts.service[code] ?? (message === "" ? fallback : message);
}
