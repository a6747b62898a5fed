import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/** A key for one purpose, split from a secret, so that no two purposes share one. */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `auth/${purpose}`, KEY_BYTES));
}
