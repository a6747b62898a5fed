import { createHmac, randomBytes } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { AuthError } from "#backend/auth/protocol/auth-error.ts";
import { deriveKey } from "#backend/auth/protocol/derive-key.ts";
import { isRecent } from "#backend/auth/store/is-recent.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

const CODES = 10;
/** 16 characters of 31: 79 bits. */
const CODE_CHARACTERS = 16;
/** No characters that are easily confused. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
/** After this many wrong codes, verification is locked for LOCKED_MS. */
const FAILURES_MAX = 5;
const LOCKED_MS = 15 * MINUTE_MS;

/** The codes of one user, which form one factor. */
export type RecoveryCodeSet = {
  readonly id: string;
  readonly factorId: string;
  readonly failures: number;
  readonly lockedUntil: Date | null;
};

export async function insertCodes(
  tx: TransactionSql,
  deps: AuthDeps,
  { setId, codes }: { readonly setId: string; readonly codes: readonly string[] },
): Promise<void> {
  const rows = codes.map((code) => ({
    mfa_recovery_code_set_id: setId,
    code_hash: hashCode(deps, setId, code),
  }));
  await tx`insert into auth.mfa_recovery_codes ${tx(rows)}`;
}

export async function findSet(tx: TransactionSql, userId: string): Promise<RecoveryCodeSet | null> {
  const rows = await tx<RecoveryCodeSet[]>`
    select id, mfa_factor_id as "factorId", failed_verification_count as failures,
      verification_locked_until as "lockedUntil"
    from auth.mfa_recovery_code_sets where user_id = ${userId} for update`;
  return rows[0] ?? null;
}

export async function requireSet(tx: TransactionSql, userId: string): Promise<RecoveryCodeSet> {
  const set = await findSet(tx, userId);
  if (set !== null) return set;
  const message = "The user has not enrolled recovery codes";
  throw new AuthError(404, "mfa_factor_not_found", message);
}

export async function consumeCode(
  tx: TransactionSql,
  deps: AuthDeps,
  { setId, code }: { readonly setId: string; readonly code: string },
): Promise<boolean> {
  const consumed = await tx`
    update auth.mfa_recovery_codes set consumed_at = ${new Date(deps.now())}
    where mfa_recovery_code_set_id = ${setId} and consumed_at is null
      and code_hash = ${hashCode(deps, setId, code)} returning 1`;
  return consumed.length > 0;
}

/** Returns whether verification is locked; a lock of a clock that was ahead does not count. */
export function isLocked({ lockedUntil }: RecoveryCodeSet, nowMs: number): boolean {
  return (
    lockedUntil !== null && isRecent(LOCKED_MS, new Date(lockedUntil.getTime() - LOCKED_MS), nowMs)
  );
}

export async function countFailure(
  tx: TransactionSql,
  { now }: AuthDeps,
  set: RecoveryCodeSet,
): Promise<void> {
  const isRested = set.lockedUntil !== null;
  const failures = (isRested ? 0 : set.failures) + 1;
  const lockedUntil = failures >= FAILURES_MAX ? new Date(now() + LOCKED_MS) : null;
  await tx`
    update auth.mfa_recovery_code_sets set
      failed_verification_count = ${failures}, verification_locked_until = ${lockedUntil}
    where id = ${set.id}`;
}

export async function unlock(tx: TransactionSql, set: RecoveryCodeSet): Promise<void> {
  await tx`
    update auth.mfa_recovery_code_sets set
      failed_verification_count = 0, verification_locked_until = null
    where id = ${set.id}`;
}

export function generateCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < CODES) codes.add(generateCode());
  return [...codes];
}

/** Skips bytes that would make some characters more likely. */
function generateCode(): string {
  const fair = 256 - (256 % ALPHABET.length);
  let code = "";
  while (code.length < CODE_CHARACTERS) {
    for (const byte of randomBytes(CODE_CHARACTERS)) {
      if (byte < fair && code.length < CODE_CHARACTERS) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return code;
}

/** Ignores case, whitespace and dashes. */
export function normaliseCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, "");
}

/** A keyed hash is enough: a code has 79 bits. */
function hashCode({ keys }: AuthDeps, setId: string, code: string): string {
  const key = deriveKey(keys.hmacSecret, "recovery-code");
  return createHmac("sha256", key).update(`${setId}\0${code}`).digest("hex");
}
