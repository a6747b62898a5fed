import type { AuthError } from "./auth-error.ts";

/** OAuth's words for a status; clients look at error_code first. */
const ERROR_OF_STATUS: Readonly<Partial<Record<number, string>>> = {
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

/** What both ways to verify say after the first half of a change of address. */
export const ONE_SIDE_MESSAGE =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const DESCRIPTION_MAX_CHARACTERS = 300;

/** Marks a fragment as ours, so that a client does not take it for another service's. */
const OWN_MARK = "sb=";

/** The target with values behind `#`: nobody but the page itself gets to see those. */
export function toFragmentRedirect(target: string, values: Record<string, string>): string {
  const url = new URL(target);
  url.hash = "";
  return `${withoutHash(url)}#${new URLSearchParams(values).toString()}&${OWN_MARK}`;
}

/** The target with values added to its query, for PKCE clients. */
export function toQueryRedirect(target: string, values: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  url.hash = "";
  return withoutHash(url);
}

/** The target with an error behind `#`, for PKCE clients in the query too. */
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

/** The target with what a provider said, in query and fragment; both are texts of a stranger. */
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
