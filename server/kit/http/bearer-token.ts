import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether an `Authorization` header holds the operator's token as Bearer. Digests are compared, so that the
 * time tells nothing of the token; without a token nobody has it.
 */
export function hasBearer(authorization: string | undefined, token: string | null): boolean {
  const [, sent] = /^Bearer (\S+)$/i.exec(authorization ?? "") ?? [];
  if (token === null || sent === undefined) return false;
  return timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
