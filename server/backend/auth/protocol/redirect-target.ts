import type { BackendSettings } from "#server/backend/settings.ts";

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
