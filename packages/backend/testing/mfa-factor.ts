import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;

/** Returns the code of an authenticator app. @param secret base 32. */
export function codeOf(secret: string, timestampMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: timestampMs });
}

/**
 * Returns the code of an app whose clock is 30 s ahead: use it when the current code was used already, or when the
 * interval may end before the request arrives.
 */
export function nextCodeOf(secret: string, timestampMs: number): string {
  return codeOf(secret, timestampMs + STEP_MS);
}

/**
 * Adds an authenticator app to the signed-in user, which raises the session to aal2 and uses the current code.
 *
 * @returns the app's secret.
 */
export async function addAuthenticatorFactor(
  client: SupabaseClient,
  nowMs: number,
  name = "App",
): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: name });
  if (error) throw error;
  const { secret } = data.totp;
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: codeOf(secret, nowMs),
  });
  if (verified.error) throw verified.error;
  return secret;
}
