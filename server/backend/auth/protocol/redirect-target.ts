import type { BackendSettings } from "#server/backend/settings.ts";

/** Schemes that run or read something instead of leading somewhere. */
const FORBIDDEN_SCHEMES = new Set(["javascript:", "data:", "blob:", "file:", "vbscript:"]);

/**
 * Where a link or a redirect may lead: the wish, if it
 * has the product's origin or stands in the allow-list; else the Referer under the same rule; else
 * the product itself. What is returned was written by the URL parser, so it holds no line break.
 */
export function chooseRedirectTarget(
  wish: string | undefined,
  referer: string | undefined,
  settings: Pick<BackendSettings, "siteUrl" | "redirectUrls">,
): string {
  return allowedTarget(wish, settings) ?? allowedTarget(referer, settings) ?? settings.siteUrl;
}

/** True for an address that a redirect may lead to. */
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
  const isListed = settings.redirectUrls.some((listed) => isSamePlace(target, listed));
  return isOwn || isListed ? target.href : null;
}

/** Exact but for query and fragment: the client adds its flow id to the query. */
function isSamePlace(target: URL, listed: string): boolean {
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

/** No control character, white space or backslash: readers disagree about what those mean. */
function isPlain(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  return !/[\u0000-\u0020\u007f\\]/.test(text);
}
