import {
  openClientSecret,
  sealClientSecret,
} from "#server/backend/auth/providers/custom-provider-store.ts";
import { openTotpSecret, sealTotpSecret } from "#server/backend/auth/factors/totp.ts";
import type { Row } from "./export-format.ts";

/** A row that another server can use, or what it is that none can. */
export type Portable = { readonly row: Row } | { readonly leftOut: string };

/** Tables whose rows hold what their server has sealed. */
export const SEALING_TABLES: ReadonlySet<string> = new Set([
  "auth.mfa_factors",
  "auth.custom_oauth_providers",
]);

const BASE_32 = /^[A-Z2-7]+=*$/i;

/**
 * Opens what a server has sealed with its own key.
 *
 * @param hmacSecret of the server that is exported; null where there is none of ours.
 */
export function openRow(table: string, row: Row, hmacSecret: Uint8Array | null): Portable {
  if (table === "auth.mfa_factors") return openFactor(row, hmacSecret);
  const secret = opened(row["client_secret"], (kept) =>
    hmacSecret === null ? kept : openClientSecret(kept, hmacSecret),
  );
  if (secret === null) return { leftOut: "sign-in providers whose secret another key has sealed" };
  return { row: { ...row, client_secret: secret } };
}

function openFactor(row: Row, hmacSecret: Uint8Array | null): Portable {
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
export function sealRow(table: string, row: Row, hmacSecret: Uint8Array): Row {
  const { secret, client_secret: clientSecret } = row;
  if (table === "auth.mfa_factors" && row["factor_type"] === "totp" && typeof secret === "string") {
    return { ...row, secret: sealTotpSecret(secret, hmacSecret) };
  }
  if (table === "auth.custom_oauth_providers" && typeof clientSecret === "string") {
    return { ...row, client_secret: sealClientSecret(clientSecret, hmacSecret) };
  }
  return row;
}
