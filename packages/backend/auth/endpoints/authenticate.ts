import type { Context } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { type AccessTokenFailure, verifyAccessToken } from "#backend/access-token.ts";
import {
  AuthError,
  noAuthorization,
  notAdmin,
  userBanned,
} from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import {
  findSession,
  hasLiveToken,
  isSessionOver,
  type SessionRow,
} from "#backend/auth/store/session-store.ts";
import { findUserById, isBanned, type UserRow } from "#backend/auth/store/user-store.ts";

/** The user and session behind a bearer token, as stored now. */
export type SignedIn = { readonly user: UserRow; readonly session: SessionRow };

const FAILURE_MESSAGES: Readonly<Record<AccessTokenFailure, string>> = {
  malformed: "token is malformed",
  wrong_algorithm: "signing method is invalid",
  unknown_key: "unrecognized JWT kid",
  bad_signature: "token signature is invalid",
  expired: "token has invalid claims: token is expired",
  not_yet_valid: "token has invalid claims: token is not valid yet",
  bad_claims: "token has invalid claims",
};

/**
 * Returns the signed-in user of a request.
 *
 * @throws AuthError 401 no_authorization; 403 bad_jwt, user_not_found, session_not_found,
 * user_banned.
 */
export async function authenticate(c: Context<BackendEnv>, deps: AuthDeps): Promise<SignedIn> {
  const token = bearerOf(c);
  if (token === null) throw noAuthorization();
  if (isApiKey(token, deps)) {
    throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  }
  const result = await verifyAccessToken(token, deps);
  if (!result.ok) {
    const reason = FAILURE_MESSAGES[result.reason];
    const message = `invalid JWT: unable to parse or verify signature, ${reason}`;
    throw new AuthError(403, "bad_jwt", message);
  }
  const { sub, session_id: sessionId } = result.claims;
  if (sub === undefined || sessionId === undefined) {
    throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  }
  return loadSignedIn(deps, sub, sessionId);
}

async function loadSignedIn(
  { now, sql }: AuthDeps,
  userId: string,
  sessionId: string,
): Promise<SignedIn> {
  const user = await findUserById(sql, userId);
  if (user === null || user.deleted_at !== null) {
    throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  }
  const session = await findSession(sql, sessionId, { isLocked: false });
  if (
    session === null ||
    session.user_id !== user.id ||
    isSessionOver(session, now()) ||
    !(await hasLiveToken(sql, sessionId))
  ) {
    const message = "Session from session_id claim in JWT does not exist";
    throw new AuthError(403, "session_not_found", message);
  }
  if (isBanned(user, now())) throw userBanned();
  return { user, session };
}

/**
 * Requires the secret key.
 *
 * @throws AuthError 401 no_authorization without a bearer token, 403 not_admin for other callers.
 */
export function requireServiceRole(c: Context<BackendEnv>): void {
  if (c.get("caller").role === "service_role") return;
  throw bearerOf(c) === null ? noAuthorization() : notAdmin();
}

function bearerOf(c: Context<BackendEnv>): string | null {
  return /^bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? null;
}

/**
 * A signed-out client sends its API key as bearer token: report a missing claim, not a broken
 * token.
 */
function isApiKey(token: string, { keys }: AuthDeps): boolean {
  return token === keys.publishableKey || token === keys.secretKey || token.startsWith("sb_");
}
