import { AppError, type Result } from "#shared/errors.ts";
import type { AccountMessages } from "#shared/messages/account/account.ts";

/** Error of a call to the backend. */
export type Failure = {
  /** The service's stable code; "network" without a response. */
  code: string;
  /** Message of the service, "" where it has none. */
  message: string;
};

export type AccountResult<Value> = Result<Value, Failure>;

export const NETWORK_FAILURE: Failure = { code: "network", message: "" };

/** Error of the backend client with the status of its response. */
type ClientError = { message: string; code?: string | undefined; status: number | undefined };

/** Converts the `{data, error}` of the backend client. */
export function toResult<Value>(error: ClientError | null, value: Value): AccountResult<Value> {
  return error ? { ok: false, failure: failureOf(error) } : { ok: true, value };
}

/**
 * Converts an error of the client; a network error has status 0, whatever the browser's message.
 * Drops the message of an error without a code: it is a proxy's or the client's, in English.
 */
export function failureOf({ message, code = "", status }: ClientError): Failure {
  if (status === 0) return NETWORK_FAILURE;
  const isServers = status === undefined || status >= 500;
  return { code, message: code === "" && isServers ? "" : message };
}

/** Result of a table or function call; a network error has status 0. */
type DatabaseResponse = { error: { message: string; code: string } | null; status: number };

/** Returns the error of such a result with its status. */
export function withStatus({ error, status }: DatabaseResponse): ClientError | null {
  return error && { message: error.message, code: error.code, status };
}

/** Converts a failure for the query library. */
export function toAppError({ code, message }: Failure): AppError {
  return new AppError(code === "network" ? "network" : "upstream_failed", 0, message);
}

export type AwayTexts = Readonly<Record<"offline" | "server", string>>;

/** Text for a call without a response: the device is offline, or the server is down. */
export function awayText({ offline, server }: AwayTexts): string {
  return navigator.onLine ? server : offline;
}

/** Returns the failure in the visitor's language, or `fallback` where there is no text for it. */
export function failureText(
  { code, message }: Failure,
  texts: Pick<AccountMessages, "service">,
  fallback: string,
): string {
  return texts.service[code] ?? (message === "" ? fallback : message);
}
