import { createHash } from "node:crypto";

/** 96 bits: no two contents of a site collide. */
const TAG_CHARACTERS = 16;

/** Returns a strong ETag without quotes: the same bytes have the same tag in every process. */
export function etagOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, TAG_CHARACTERS);
}

/**
 * Returns true when the client's copy is current (RFC 9110, 13.1.2: weak comparison).
 *
 * @param ifNoneMatch value of If-None-Match, or undefined.
 * @param etag the current tag with its quotes.
 */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
