import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import type { RequestOrigin } from "#server/backend/auth/protocol/request-origin.ts";
import { isUuid } from "#server/backend/auth/protocol/uuid.ts";

export const CHALLENGE_LIFETIME_S = 300;
/** The column is `not null`: requests without a client IP come from this process. */
const NO_ADDRESS = "0.0.0.0";

export type ChallengeRow = {
  readonly id: string;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly address: string;
  /** Hash of the sent code; null for other factor types. */
  readonly codeHash: string | null;
  readonly webauthn: unknown;
};

/** @returns the id and the end, in seconds since the epoch. */
export async function openChallenge(
  tx: TransactionSql,
  deps: AuthDeps,
  challenge: {
    readonly id?: string;
    readonly factorId: string;
    readonly origin: RequestOrigin;
    readonly codeHash?: string;
    readonly webauthn?: { readonly type: "create" | "request"; readonly challenge: string };
  },
): Promise<{ readonly id: string; readonly expires_at: number }> {
  const { id = randomUUID(), factorId, origin, codeHash, webauthn } = challenge;
  const now = new Date(deps.now());
  await tx`
    insert into auth.mfa_challenges
      (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
    values (${id}, ${factorId}, ${now}, ${origin.address ?? NO_ADDRESS}, ${codeHash ?? null},
            ${webauthn === undefined ? null : tx.json(webauthn)})`;
  await tx`update auth.mfa_factors set last_challenged_at = ${now} where id = ${factorId}`;
  return { id, expires_at: Math.floor(deps.now() / 1_000) + CHALLENGE_LIFETIME_S };
}

/**
 * Reads a challenge and locks it until the transaction ends.
 *
 * @throws AuthError 422 mfa_factor_not_found, mfa_ip_address_mismatch (also for a used
 * challenge), mfa_challenge_expired.
 */
export async function lockChallenge(
  tx: TransactionSql,
  deps: AuthDeps,
  response: {
    readonly challengeId: string;
    readonly factorId: string;
    readonly origin: RequestOrigin;
  },
): Promise<ChallengeRow> {
  const { challengeId, factorId, origin } = response;
  const [row] = isUuid(challengeId)
    ? await tx<ChallengeRow[]>`
        select id, created_at as "createdAt", verified_at as "verifiedAt",
          host(ip_address) as address, otp_code as "codeHash", web_authn_session_data as webauthn
        from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factorId} for update`
    : [];
  if (row === undefined) {
    const message = "MFA factor with the provided challenge ID not found";
    throw new AuthError(422, "mfa_factor_not_found", message);
  }
  if (row.verifiedAt !== null || row.address !== (origin.address ?? NO_ADDRESS)) {
    const message = "Challenge and verify IP addresses mismatch.";
    throw new AuthError(422, "mfa_ip_address_mismatch", message);
  }
  if (deps.now() - row.createdAt.getTime() > CHALLENGE_LIFETIME_S * 1_000) {
    const message = `MFA challenge ${row.id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, "mfa_challenge_expired", message);
  }
  return row;
}

/** Marks a challenge as used. */
export async function markChallengeUsed(tx: TransactionSql, id: string, now: Date): Promise<void> {
  await tx`update auth.mfa_challenges set verified_at = ${now} where id = ${id}`;
}
