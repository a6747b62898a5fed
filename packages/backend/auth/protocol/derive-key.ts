import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/** Derives a key for one purpose, so that no two purposes share a key. */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `auth/${purpose}`, KEY_BYTES));
}
