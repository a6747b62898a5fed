import { openTotpSecret, sealTotpSecret } from "@reign-tv/backend/operations";
import type { Row } from "./export-format.ts";

/** A row for another server, or the reason why none can use it. */
export type Portable = { readonly row: Row } | { readonly leftOut: string };

/** Table with encrypted columns: secrets of authenticator apps. */
export const ENCRYPTED_TABLE = "auth.mfa_factors";

const BASE_32 = /^[A-Z2-7]+=*$/i;

/**
 * Decrypts a row with its server's key.
 *
 * @param hmacSecret of the exported server; null for a Supabase project.
 */
export function decryptRow(row: Row, hmacSecret: Uint8Array | null): Portable {
  if (row["factor_type"] === "recovery_code") return { leftOut: "sets of recovery codes" };
  if (row["factor_type"] !== "totp") return { row };
  const secret = decrypted(row["secret"], (stored) =>
    hmacSecret === null ? stored : openTotpSecret(stored, hmacSecret),
  );
  if (secret === null || !BASE_32.test(secret)) {
    return { leftOut: "authenticator apps whose secret another key has sealed" };
  }
  return { row: { ...row, secret } };
}

function decrypted(stored: unknown, decrypt: (stored: string) => string): string | null {
  if (typeof stored !== "string") return null;
  try {
    return decrypt(stored);
  } catch {
    return null;
  }
}

/** Encrypts a row of `decryptRow` with the key of the target server. */
export function encryptRow(row: Row, hmacSecret: Uint8Array): Row {
  const { secret } = row;
  return row["factor_type"] === "totp" && typeof secret === "string"
    ? { ...row, secret: sealTotpSecret(secret, hmacSecret) }
    : row;
}
