import type { AuthError } from "./auth-error.ts";

/** OAuth error names; clients check error_code first. */
const ERROR_OF_STATUS: Readonly<Partial<Record<number, string>>> = {
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

/** Message of GET and POST /verify after the first half of an email change. */
export const ONE_SIDE_MESSAGE =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const DESCRIPTION_MAX_CHARACTERS = 300;

/** Marks the fragment as one of this protocol, for the client. */
const OWN_MARK = "sb=";

/** Adds values to the fragment, which browsers send to no server. */
export function toFragmentRedirect(target: string, values: Record<string, string>): string {
  const url = new URL(target);
  url.hash = "";
  return `${withoutHash(url)}#${new URLSearchParams(values).toString()}&${OWN_MARK}`;
}

/** Adds values to the query, for PKCE clients. */
export function toQueryRedirect(target: string, values: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  url.hash = "";
  return withoutHash(url);
}

/** Adds an error to the fragment, and for PKCE clients to the query too. */
export function toErrorRedirect(
  target: string,
  error: AuthError,
  client: { readonly isPkce: boolean },
): string {
  const values = {
    error: ERROR_OF_STATUS[error.status] ?? "invalid_request",
    error_code: error.code,
    error_description: error.message,
  };
  const plain = client.isPkce ? toQueryRedirect(target, values) : target;
  return toFragmentRedirect(plain, values);
}

/**
 * Adds a provider's error to query and fragment. Limits both values: they come from a third
 * party.
 */
export function toProviderErrorRedirect(
  target: string,
  error: string,
  description: string | undefined,
): string {
  const values = {
    error: /^[\w-]{1,64}$/.test(error) ? error : "server_error",
    error_description: (description ?? "").slice(0, DESCRIPTION_MAX_CHARACTERS),
  };
  return toFragmentRedirect(toQueryRedirect(target, values), values);
}

function withoutHash(url: URL): string {
  return url.href.endsWith("#") ? url.href.slice(0, -1) : url.href;
}
