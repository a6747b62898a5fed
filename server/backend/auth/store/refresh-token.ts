import { createHash, randomBytes } from "node:crypto";
import { deriveKey } from "#server/backend/auth/protocol/derive-key.ts";
import { unseal, seal } from "#server/kit/seal.ts";

/** */
const TOKEN_BYTES = 32;

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
  return seal(child, sealingKey(parent));
}

/** @throws Error when the text was not sealed for that parent. */
export function openChild(text: string, parent: string): string {
  return unseal(text, sealingKey(parent));
}

function sealingKey(parent: string): Buffer {
  return deriveKey(Buffer.from(parent), "refresh-token-child");
}
