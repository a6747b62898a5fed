import type { TransactionSql } from "postgres";
import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import {
  hashRefreshToken,
  makeRefreshToken,
  unsealChild,
  sealChild,
} from "#backend/auth/store/refresh-token.ts";
import { type RequestOrigin, originOf } from "#backend/auth/protocol/request-origin.ts";
import {
  findSession,
  isSessionOver,
  type SessionJson,
  type SessionRow,
  toSessionJson,
  endSession,
  endSessions,
} from "#backend/auth/store/session-store.ts";
import { isRecent } from "#backend/auth/store/is-recent.ts";
import { findUserById, isBanned, type UserRow } from "#backend/auth/store/user-store.ts";
import type { Handler } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { authenticate } from "./authenticate.ts";

/** a replaced token stays usable this long for parallel tabs and repeated requests. */
const REUSE_INTERVAL_MS = 10_000;
/** Maximum number of refreshes within the reuse interval; a longer chain is an attack. */
const CHAIN_MAX = 30;

type TokenRow = {
  readonly token: string;
  readonly revoked: boolean;
  readonly parent: string | null;
  readonly sealed_token: string | null;
  readonly updated_at: Date;
};

/**
 * Exchanges a refresh token.
 *
 * A live token is revoked and gets one child. The parent of the live token, and any token revoked
 * within 10 seconds, return the live token again, so parallel calls and lost responses create one
 * child. Any other revoked token counts as stolen: its whole family is revoked.
 *
 * @throws AuthError 400 refresh_token_not_found, refresh_token_already_used, session_not_found,
 * session_expired, user_banned.
 */
export async function refreshSession(
  deps: AuthDeps,
  presented: string,
  request: {
    readonly origin: RequestOrigin;
    /** Counts the refresh of a known session; may throw. */
    readonly onSession: (sessionId: string) => Promise<void>;
  },
): Promise<SessionJson> {
  const { origin } = request;
  const sessionId = await findSessionOf(deps, presented);
  await request.onSession(sessionId);
  const outcome = await deps.sql.begin(async (tx) => {
    const { session, user, row } = await openFamily(tx, deps, { presented, sessionId });
    const refreshToken = row.revoked
      ? await findLiveDescendant(tx, { session, row, presented, nowMs: deps.now() })
      : await replaceToken(tx, { session, user, presented, now: new Date(deps.now()) });
    if (refreshToken !== null) {
      return toSessionJson(tx, deps, { user, sessionId: session.id, refreshToken });
    }
    await revokeFamily(tx, session, { userId: user.id, origin, now: new Date(deps.now()) });
    return null;
  });
  if (outcome !== null) return outcome;
  deps.log.warn({ event: "refresh_token_reused" }, "A used refresh token ended its session");
  throw refreshTokenError("refresh_token_already_used", "Already Used");
}

type Family = { readonly session: SessionRow; readonly user: UserRow; readonly row: TokenRow };

async function findSessionOf({ sql }: AuthDeps, presented: string): Promise<string> {
  const rows = await sql<{ sessionId: string | null }[]>`
    select session_id as "sessionId" from auth.refresh_tokens
    where token = ${hashRefreshToken(presented)}`;
  const [row] = rows;
  if (row === undefined)
    throw refreshTokenError("refresh_token_not_found", "Refresh Token Not Found");
  if (row.sessionId === null)
    throw refreshTokenError("session_not_found", "No Valid Session Found");
  return row.sessionId;
}

/** Locks the session before it reads the token: parallel calls then see each other's changes. */
async function openFamily(
  tx: TransactionSql,
  { now }: AuthDeps,
  token: { readonly presented: string; readonly sessionId: string },
): Promise<Family> {
  const session = await findSession(tx, token.sessionId, { isLocked: true });
  const row = session === null ? null : await findToken(tx, hashRefreshToken(token.presented));
  const user = session === null ? null : await findUserById(tx, session.user_id);
  if (session === null || row === null || user === null) {
    throw refreshTokenError("session_not_found", "No Valid Session Found");
  }
  if (isBanned(user, now()) || user.deleted_at !== null) {
    throw refreshTokenError("user_banned", "User Banned");
  }
  if (isSessionOver(session, now())) throw refreshTokenError("session_expired", "Session Expired");
  return { session, user, row };
}

async function replaceToken(
  tx: TransactionSql,
  swap: { session: SessionRow; user: UserRow; presented: string; now: Date },
): Promise<string> {
  const { session, user, presented, now } = swap;
  const child = makeRefreshToken();
  const parentHash = hashRefreshToken(presented);
  await tx`
    update auth.refresh_tokens set revoked = true, updated_at = ${now}
    where token = ${parentHash}`;
  await tx`
    insert into auth.refresh_tokens
      (token, user_id, session_id, parent, sealed_token, created_at, updated_at)
    values (${hashRefreshToken(child)}, ${user.id}, ${session.id}, ${parentHash},
            ${sealChild(child, presented)}, ${now}, ${now})`;
  await tx`
    update auth.sessions set refreshed_at = ${now}::timestamptz at time zone 'utc', updated_at = ${now}
    where id = ${session.id}`;
  return child;
}

/**
 * Decrypts the children of a revoked token one by one. Returns null when the token may not be
 * reused.
 */
async function findLiveDescendant(
  tx: TransactionSql,
  search: { session: SessionRow; row: TokenRow; presented: string; nowMs: number },
): Promise<string | null> {
  const mayReuse = isRecent(REUSE_INTERVAL_MS, search.row.updated_at, search.nowMs);
  let parent = search.presented;
  for (let links = 0; links < (mayReuse ? CHAIN_MAX : 1); links += 1) {
    const child = await findChild(tx, search.session.id, hashRefreshToken(parent));
    if (child === null || child.sealed_token === null) return null;
    parent = unsealChild(child.sealed_token, parent);
    if (!child.revoked) return parent;
  }
  return null;
}

async function findChild(
  tx: TransactionSql,
  sessionId: string,
  parentHash: string,
): Promise<TokenRow | null> {
  const rows = await tx<TokenRow[]>`
    select token, revoked, parent, sealed_token, updated_at from auth.refresh_tokens
    where session_id = ${sessionId} and parent = ${parentHash}`;
  return rows[0] ?? null;
}

async function findToken(tx: TransactionSql, hash: string): Promise<TokenRow | null> {
  const rows = await tx<TokenRow[]>`
    select token, revoked, parent, sealed_token, updated_at from auth.refresh_tokens
    where token = ${hash}`;
  return rows[0] ?? null;
}

async function revokeFamily(
  tx: TransactionSql,
  session: SessionRow,
  context: { userId: string; origin: RequestOrigin; now: Date },
): Promise<void> {
  await tx`
    update auth.refresh_tokens set revoked = true, updated_at = ${context.now}
    where session_id = ${session.id} and not revoked`;
  await recordAudit(tx, { action: "token_revoked", ...context });
}

function refreshTokenError(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}

/** POST /logout: ends all sessions of the user, the current one, or all others. */
export function logOut(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user, session } = await authenticate(c, deps);
    const scope = c.req.query("scope") || "global";
    if (scope !== "global" && scope !== "local" && scope !== "others") {
      throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope)}`);
    }
    await deps.sql.begin(async (tx) => {
      const now = new Date(deps.now());
      await recordAudit(tx, { action: "logout", userId: user.id, origin: originOf(c), now });
      if (scope === "local") await endSession(tx, session.id);
      else await endSessions(tx, user.id, { exceptId: scope === "others" ? session.id : null });
    });
    return c.body(null, 204);
  };
}
