import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import { deriveKey } from "#backend/auth/protocol/derive-key.ts";
import { unseal, seal } from "@reign-tv/kit/seal.ts";

const SECRET_BYTES = 20;
/** Defaults of RFC 6238, which every authenticator app supports. */
const COMMON = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Phone clocks may be one step off. */
const SKEW_STEPS = 1;
/** Marks an encrypted secret; imported secrets may be plain text. */
const SEALED_PREFIX = "sealed:";

/** `qr_code` is an SVG of `uri`. */
export type NewTotp = { readonly secret: string; readonly uri: string; readonly qr_code: string };

export function makeTotp(names: { readonly issuer: string; readonly account: string }): NewTotp {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({
    ...COMMON,
    issuer: names.issuer,
    label: names.account,
    secret,
  }).toString();
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { ecc: "M" }) };
}

/**
 * Returns the time step of a code, in 30 s units from the epoch; null for a wrong code.
 *
 * @param secret base 32, decrypted.
 */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...COMMON, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: nowMs, window: SKEW_STEPS });
  return delta === null ? null : Math.floor(nowMs / 1_000 / COMMON.period) + delta;
}

/** Used codes are remembered this long: the window in which they are valid. */
export const STEP_MEMORY_S = COMMON.period * (2 * SKEW_STEPS + 1);

/** @param hmacSecret the backend's secret; the key is derived from it. */
export function sealTotpSecret(secret: string, hmacSecret: Uint8Array): string {
  return SEALED_PREFIX + seal(secret, sealingKey(hmacSecret));
}

export function openTotpSecret(kept: string, hmacSecret: Uint8Array): string {
  if (!kept.startsWith(SEALED_PREFIX)) return kept;
  return unseal(kept.slice(SEALED_PREFIX.length), sealingKey(hmacSecret));
}

function sealingKey(hmacSecret: Uint8Array): Buffer {
  return deriveKey(hmacSecret, "totp-secret");
}
