import { createHash, createHmac, randomInt } from "node:crypto";
import { deriveKey } from "#server/backend/auth/protocol/derive-key.ts";

const CODE_DIGITS = 6;
const CODE_COUNT = 10 ** CODE_DIGITS;
/** Says that the link ends in a code to exchange, not in a session. */
const PKCE_PREFIX = "pkce_";

/** A code for a mail, and the token that the link in the same mail carries. */
export type IssuedCode = { readonly code: string; readonly linkToken: string };

/**
 * Makes and recognises one-time codes.
 *
 * Upstream's link token is a plain hash of address and code, so whoever guesses the code knows the
 * link. Ours is an HMAC with a server key; the database holds only the SHA-256 of that, so neither
 * a guess nor a look at the tables yields a link.
 */
export type OneTimeCodes = {
  issue(address: string, isPkce: boolean): IssuedCode;
  /** A code by chance, for what keeps its own books. */
  draw(): string;
  /** What the database holds for a token from a link. */
  storedHash(linkToken: string): string;
  /** What the database may hold for a code that was typed for an address: with and without PKCE. */
  storedHashesOfCode(address: string, code: string): readonly string[];
};

/** @param secret the backend's HMAC secret. */
export function createOneTimeCodes(secret: Uint8Array): OneTimeCodes {
  const key = deriveKey(secret, "one-time-code");
  const linkTokenOf = (address: string, code: string): string =>
    createHmac("sha256", key).update(`${address.toLowerCase()}\0${code}`).digest("hex");
  const storedHash = (linkToken: string): string =>
    createHash("sha256").update(linkToken).digest("hex");
  return {
    draw: drawCode,
    issue(address, isPkce) {
      const code = drawCode();
      const linkToken = linkTokenOf(address, code);
      return { code, linkToken: isPkce ? PKCE_PREFIX + linkToken : linkToken };
    },
    storedHash,
    storedHashesOfCode(address, code) {
      const linkToken = linkTokenOf(address, code);
      return [storedHash(linkToken), storedHash(PKCE_PREFIX + linkToken)];
    },
  };
}

function drawCode(): string {
  return String(randomInt(CODE_COUNT)).padStart(CODE_DIGITS, "0");
}

/** True for a link token that was issued for a PKCE client. */
export function isPkceToken(linkToken: string): boolean {
  return linkToken.startsWith(PKCE_PREFIX);
}
