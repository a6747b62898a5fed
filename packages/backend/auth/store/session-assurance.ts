import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import {
  addRefreshToken,
  type FactorMethod,
  findSession,
  type SessionJson,
  toSessionJson,
} from "./session-store.ts";
import type { StoreDeps } from "#backend/auth/auth-deps.ts";
import { findUserById } from "./user-store.ts";

/**
 * Upgrades a session to aal2 after a second factor. Replaces its refresh token and ends the
 * user's sessions below aal2.
 */
export async function upgradeSession(
  tx: TransactionSql,
  deps: StoreDeps,
  factor: {
    readonly userId: string;
    readonly sessionId: string;
    readonly factorId: string;
    readonly method: FactorMethod;
  },
): Promise<SessionJson> {
  const { userId, sessionId, factorId, method } = factor;
  const now = new Date(deps.now());
  await findSession(tx, sessionId, { isLocked: true });
  await tx`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = ${now}
    where id = ${sessionId}`;
  await tx`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, ${now}, ${now}, ${method})
    on conflict on constraint mfa_amr_claims_session_id_authentication_method_pkey
    do update set created_at = ${now}, updated_at = ${now}`;
  await tx`
    delete from auth.sessions
    where user_id = ${userId} and id <> ${sessionId} and (aal is null or aal < 'aal2')`;
  await tx`
    update auth.refresh_tokens set revoked = true, updated_at = ${now}
    where session_id = ${sessionId} and not revoked`;
  const refreshToken = await addRefreshToken(tx, { userId, sessionId, now });
  const user = await findUserById(tx, userId);
  if (user === null) throw new Error("A session was upgraded for a user that does not exist.");
  return toSessionJson(tx, deps, { user, sessionId, refreshToken });
}

/** Downgrades the sessions that a factor had upgraded. */
export async function downgradeSessions(tx: TransactionSql, factorId: string): Promise<void> {
  const lowered = await tx<{ id: string }[]>`
    update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${factorId}
    returning id`;
  if (lowered.length === 0) return;
  await tx`
    delete from auth.mfa_amr_claims
    where session_id in ${tx(lowered.map(({ id }) => id))}
      and (authentication_method = 'totp' or authentication_method like 'mfa/%')`;
}
