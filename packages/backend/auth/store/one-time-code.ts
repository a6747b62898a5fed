import { createHash, createHmac, randomInt } from "node:crypto";
import { deriveKey } from "#backend/auth/protocol/derive-key.ts";

const CODE_DIGITS = 6;
const CODE_COUNT = 10 ** CODE_DIGITS;
/** Marks a link that leads to a code instead of a session. */
const PKCE_PREFIX = "pkce_";

/** A code and the token of the link in the same mail. */
export type IssuedCode = { readonly code: string; readonly linkToken: string };

/**
 * Issues and recognizes one-time codes.
 *
 * The link token is an HMAC with a server key, and the database stores its SHA-256: neither a
 * guessed code nor the table reveals a link. In supabase/auth it is a plain hash of address and
 * code.
 */
export type OneTimeCodes = {
  issue(address: string, isPkce: boolean): IssuedCode;
  /** Returns a random code for callers that store it themselves. */
  draw(): string;
  /** Returns the stored hash of a link token. */
  storedHash(linkToken: string): string;
  /** Returns the possible stored hashes of a code: with and without PKCE. */
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
    draw: generateCode,
    issue(address, isPkce) {
      const code = generateCode();
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

function generateCode(): string {
  return String(randomInt(CODE_COUNT)).padStart(CODE_DIGITS, "0");
}

/** Returns true for the link token of a PKCE client. */
export function isPkceToken(linkToken: string): boolean {
  return linkToken.startsWith(PKCE_PREFIX);
}
