import { createHash, randomBytes } from "node:crypto";
import { deriveKey } from "#backend/auth/protocol/derive-key.ts";
import { unseal, seal } from "@reign-tv/kit/seal.ts";

/** */
const TOKEN_BYTES = 32;

/** Creates a refresh token: 256 random bits in 43 characters. */
export function makeRefreshToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** False for text that this server never issues. */
export function isRefreshTokenForm(text: string): boolean {
  return /^[\w-]{1,128}$/.test(text);
}

/** Returns the stored hash of a token. */
export function hashRefreshToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * Encrypts a token so that only its parent decrypts it. A client that missed the response sends
 * the parent again and gets the same child, although the database stores no token.
 */
export function sealChild(child: string, parent: string): string {
  return seal(child, sealingKey(parent));
}

/** @throws Error when the text was encrypted for another parent. */
export function unsealChild(text: string, parent: string): string {
  return unseal(text, sealingKey(parent));
}

function sealingKey(parent: string): Buffer {
  return deriveKey(Buffer.from(parent), "refresh-token-child");
}
