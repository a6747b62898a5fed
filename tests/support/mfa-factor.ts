import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;

/** What an authenticator app shows. @param secret base 32. */
export function codeOf(secret: string, timestampMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: timestampMs });
}

/**
 * What an app shows whose clock is half a minute ahead: good where the code of now was used already, and also when
 * the half minute ends on the way.
 */
export function nextCodeOf(secret: string, timestampMs: number): string {
  return codeOf(secret, timestampMs + STEP_MS);
}

/**
 * Sets up an authenticator app for whoever is signed in, whose session has then shown it. The code of now is
 * used by that.
 *
 * @returns the app's secret.
 */
export async function addSecondProof(
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
