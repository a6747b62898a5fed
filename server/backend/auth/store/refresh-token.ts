import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { deriveKey } from "#server/backend/auth/protocol/derive-key.ts";

/** */
const TOKEN_BYTES = 32;
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new refresh token: 256 random bits in 43 characters. */
export function makeRefreshToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** False for text that no version of this server ever issued. */
export function isRefreshTokenForm(text: string): boolean {
  return /^[\w-]{1,128}$/.test(text);
}

/** What the database knows a token by. */
export function hashRefreshToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * Seals a token so that only its parent opens it: a client that never saw the reply presents the
 * parent again and gets the same child, though the database holds no token.
 */
export function sealChild(child: string, parent: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(parent), nonce);
  const sealed = Buffer.concat([cipher.update(child, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** @throws Error when the text was not sealed for that parent. */
export function openChild(text: string, parent: string): string {
  const bytes = Buffer.from(text, "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, sealingKey(parent), nonce);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return decipher.update(sealed, undefined, "utf8") + decipher.final("utf8");
}

function sealingKey(parent: string): Buffer {
  return deriveKey(Buffer.from(parent), "refresh-token-child");
}
