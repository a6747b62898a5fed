/**
 * Tells whether the visitor's copy is still the current one (RFC 9110, 13.1.2: weak comparison).
 *
 * @param ifNoneMatch value of If-None-Match, or undefined.
 * @param etag the current tag with its quotes.
 */
export function isSameCopy(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
