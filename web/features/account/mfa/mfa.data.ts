import type { AuthError, User } from "@supabase/supabase-js";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { isSessionMissing } from "#web/lib/session/client-errors.ts";
import { type Failure, failureOf, type AccountResult } from "#web/features/account/result.ts";

type Client = AccountSession["client"];

/** Kind of second factor: authenticator app, passkey or security key, recovery code. */
export type FactorKind = "app" | "key" | "recovery";

const KIND_OF_TYPE: Readonly<Record<string, FactorKind>> = {
  totp: "app",
  webauthn: "key",
  recovery_code: "recovery",
};

/** Returns the user's kinds of factors, in the order in which they are offered. */
export function factorKindsOf(user: User): FactorKind[] {
  return (["app", "key", "recovery"] as const).filter((kind) => factorIdsOf(user, kind).length > 0);
}

export function factorIdsOf({ factors = [] }: User, kind: FactorKind): string[] {
  return factors
    .filter(({ status, factor_type: type }) => status === "verified" && KIND_OF_TYPE[type] === kind)
    .map(({ id }) => id);
}

/** Code of the fifth wrong answer: the service accepts no more for this challenge. */
export const TOO_MANY_CODES = "five_wrong_codes";
const MAX_ATTEMPTS = 5;
/** Errors of a challenge that expired or belongs to another network. A new one is created. */
const CHALLENGE_GONE_CODES = new Set([
  "mfa_challenge_expired",
  "mfa_factor_not_found",
  "mfa_ip_address_mismatch",
]);
const WRONG_CODE = "mfa_verification_failed";

type Challenge = { id: string; tries: number };

/** Checks a code against all authenticator apps of the account. */
export type CodeCheck = (code: string) => Promise<AccountResult<null>>;

export function createCodeCheck({ auth }: Client, factorIds: readonly string[]): CodeCheck {
  const challenges = new Map<string, Challenge>();

  async function open(factorId: string): Promise<AccountResult<Challenge>> {
    const known = challenges.get(factorId);
    if (known) return { ok: true, value: known };
    const { data, error } = await auth.mfa.challenge({ factorId });
    if (error) return { ok: false, failure: stepFailureOf(error) };
    const challenge = { id: data.id, tries: 0 };
    challenges.set(factorId, challenge);
    return { ok: true, value: challenge };
  }

  async function ask(
    factorId: string,
    code: string,
    isRetry = false,
  ): Promise<AccountResult<null>> {
    const challenge = await open(factorId);
    if (!challenge.ok) return challenge;
    challenge.value.tries += 1;
    const { error } = await auth.mfa.verify({ factorId, challengeId: challenge.value.id, code });
    const result = toMfaResult(error);
    if (result.ok) return result;
    const { code: reason, message } = result.failure;
    const isSpent = challenge.value.tries >= MAX_ATTEMPTS;
    if (CHALLENGE_GONE_CODES.has(reason) || isSpent) challenges.delete(factorId);
    if (CHALLENGE_GONE_CODES.has(reason) && !isRetry) return ask(factorId, code, true);
    if (reason !== WRONG_CODE || !isSpent) return result;
    return { ok: false, failure: { code: TOO_MANY_CODES, message } };
  }

  return async function check(code) {
    let result: AccountResult<null> = { ok: false, failure: { code: WRONG_CODE, message: "" } };
    for (const factorId of factorIds) {
      result = await ask(factorId, code);
      if (result.ok || !isWrong(result.failure.code)) return result;
    }
    return result;
  };
}

function isWrong(code: string): boolean {
  return code === WRONG_CODE || code === TOO_MANY_CODES;
}

/** Returns true for a wrong code that can be corrected at once. */
export function isWrongCode({ code }: Failure): boolean {
  return code === WRONG_CODE;
}

/** Verifies a recovery code and uses it up. */
export async function checkRecoveryCode(
  { auth }: Client,
  code: string,
): Promise<AccountResult<null>> {
  const { error } = await auth.mfa.recoveryCodes.verify({ code });
  return toMfaResult(error);
}

/** Code of a session that the service no longer knows. */
export const SESSION_OVER = "session_not_found";

export function stepFailureOf(error: AuthError): Failure {
  if (isSessionMissing(error)) return { code: SESSION_OVER, message: "" };
  return failureOf(error);
}

/** Converts the error of a verification; the client reports an ended session without a code. */
export function toMfaResult(error: AuthError | null): AccountResult<null> {
  return error ? { ok: false, failure: stepFailureOf(error) } : { ok: true, value: null };
}

/** Verifies a passkey or security key that is registered as a second factor. */
export async function showKey({ auth }: Client, factorId: string): Promise<AccountResult<null>> {
  const { error } = await auth.mfa.webauthn.authenticate({ factorId });
  return toKeyResult(error);
}

type KeyError = { message: string; code?: unknown; status?: unknown; name: string };

/** Converts the error of a ceremony. "key_failed": cancelled, or impossible on this device. */
export function toKeyResult(error: KeyError | null): AccountResult<null> {
  if (!error) return { ok: true, value: null };
  const { message, status } = error;
  if (typeof status !== "number") return { ok: false, failure: { code: KEY_FAILED, message } };
  const code = typeof error.code === "string" ? error.code : "";
  return { ok: false, failure: failureOf({ message, code, status }) };
}

export const KEY_FAILED = "key_failed";
