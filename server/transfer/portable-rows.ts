import { openTotpSecret, sealTotpSecret } from "#server/backend/auth/factors/totp.ts";
import type { Row } from "./export-format.ts";

/** A row that another server can use, or what it is that none can. */
export type Portable = { readonly row: Row } | { readonly leftOut: string };

/** The table whose rows hold what their server has sealed: secrets of authenticator apps. */
export const SEALING_TABLE = "auth.mfa_factors";

const BASE_32 = /^[A-Z2-7]+=*$/i;

/**
 * Opens what a server has sealed with its own key.
 *
 * @param hmacSecret of the server that is exported; null where there is none of ours.
 */
export function openRow(row: Row, hmacSecret: Uint8Array | null): Portable {
  if (row["factor_type"] === "recovery_code") return { leftOut: "sets of recovery codes" };
  if (row["factor_type"] !== "totp") return { row };
  const secret = opened(row["secret"], (kept) =>
    hmacSecret === null ? kept : openTotpSecret(kept, hmacSecret),
  );
  if (secret === null || !BASE_32.test(secret)) {
    return { leftOut: "authenticator apps whose secret another key has sealed" };
  }
  return { row: { ...row, secret } };
}

function opened(kept: unknown, open: (kept: string) => string): string | null {
  if (typeof kept !== "string") return null;
  try {
    return open(kept);
  } catch {
    return null;
  }
}

/** Seals what `openRow` has opened, with the key of the server that it comes to. */
export function sealRow(row: Row, hmacSecret: Uint8Array): Row {
  const { secret } = row;
  return row["factor_type"] === "totp" && typeof secret === "string"
    ? { ...row, secret: sealTotpSecret(secret, hmacSecret) }
    : row;
}
