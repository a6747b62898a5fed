/**
 * Errors of the backend client, told by their names: its own classes and checks would load the client
 * with each page that compares one.
 */

type NamedError = { name: string };

/** Returns true for an error of the auth server's network: no response, or one that may pass. */
export function isUnanswered({ name }: NamedError): boolean {
  return name === "AuthRetryableFetchError";
}

/** Returns true for a call that needs a session after it has ended. */
export function isSessionMissing({ name }: NamedError): boolean {
  return name === "AuthSessionMissingError";
}

/** Returns the response of a function that failed; null for an error without one. */
export function failedResponse(error: unknown): Response | null {
  if (!(error instanceof Error) || error.name !== "FunctionsHttpError") return null;
  const response: unknown = Reflect.get(error, "context");
  return response instanceof Response ? response : null;
}
