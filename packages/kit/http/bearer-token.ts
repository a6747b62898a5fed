import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Returns true when an `Authorization` header holds the operator's token as Bearer. Compares digests against
 * timing attacks; without a configured token, no header matches.
 */
export function hasBearer(authorization: string | undefined, token: string | null): boolean {
  const [, sent] = /^Bearer (\S+)$/i.exec(authorization ?? "") ?? [];
  if (token === null || sent === undefined) return false;
  return timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
