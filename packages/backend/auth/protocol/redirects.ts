import type { BackendSettings } from "#backend/settings.ts";
import type { AuthError } from "./auth-error.ts";

/** Schemes that run or read content instead of navigating. */
const FORBIDDEN_SCHEMES = new Set(["javascript:", "data:", "blob:", "file:", "vbscript:"]);

/**
 * Chooses the target of a link or redirect: the requested URL if it has the site's
 * origin or is allowed; else the Referer by the same rule; else the site. The URL parser has
 * serialized the result, so it contains no line break.
 */
export function chooseRedirectTarget(
  requested: string | undefined,
  referer: string | undefined,
  settings: Pick<BackendSettings, "siteUrl" | "redirectUrls">,
): string {
  return allowedTarget(requested, settings) ?? allowedTarget(referer, settings) ?? settings.siteUrl;
}

/** True for a URL that a redirect may lead to. */
export function isAllowedTarget(
  text: string,
  settings: Pick<BackendSettings, "siteUrl" | "redirectUrls">,
): boolean {
  return allowedTarget(text, settings) !== null;
}

function allowedTarget(
  text: string | undefined,
  settings: Pick<BackendSettings, "siteUrl" | "redirectUrls">,
): string | null {
  if (text === undefined || !isPlain(text)) return null;
  const target = URL.parse(text);
  if (target === null || FORBIDDEN_SCHEMES.has(target.protocol)) return null;
  if (target.username !== "" || target.password !== "") return null;
  const isOwn = isWebOrigin(target) && target.origin === new URL(settings.siteUrl).origin;
  const isListed = settings.redirectUrls.some((listed) => isSameUrl(target, listed));
  return isOwn || isListed ? target.href : null;
}

/** Ignores query and fragment: the client adds its flow id to the query. */
function isSameUrl(target: URL, listed: string): boolean {
  const other = URL.parse(listed);
  return (
    other !== null &&
    other.protocol === target.protocol &&
    other.host === target.host &&
    other.pathname === target.pathname
  );
}

function isWebOrigin(target: URL): boolean {
  return target.protocol === "https:" || target.protocol === "http:";
}

/** Rejects control characters, whitespace and backslashes: URL parsers disagree about them. */
function isPlain(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  return !/[\u0000-\u0020\u007f\\]/.test(text);
}

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

/** True for loopback hosts, where plain HTTP is safe. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1";
}
