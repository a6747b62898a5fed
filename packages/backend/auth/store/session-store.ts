import { randomUUID } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import { issuerOf, signAccessToken } from "#backend/access-token.ts";
import type { StoreDeps } from "#backend/auth/auth-deps.ts";
import { hashRefreshToken, makeRefreshToken } from "./refresh-token.ts";
import type { RequestOrigin } from "#backend/auth/protocol/request-origin.ts";
import { presentUser, type UserJson } from "./user-json.ts";
import { AUDIENCE, findUserById, type UserRow } from "./user-store.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/** Lifetimes of R-05. */
const ACCESS_TOKEN_S = 900;
const SESSION_ABSOLUTE_MS = 90 * DAY_MS;
export const SESSION_IDLE_MS = 30 * DAY_MS;

/** Sign-in method in the token's `amr`. */
export type AuthMethod =
  | "password"
  | "otp"
  | "recovery"
  | "magiclink"
  | "invite"
  | "email/signup"
  | "email_change"
  | "anonymous"
  | "oauth"
  | "passkey"
  | "web3"
  | FactorMethod;

/** Method of a second factor; it upgrades a session to aal2. */
export type FactorMethod = "totp" | "mfa/phone" | "mfa/webauthn" | "mfa/recovery_code";

export type AssuranceLevel = "aal1" | "aal2" | "aal3";

/** Tag of a session from a recovery mail, which may set a password without the current one. */
export const RECOVERY_TAG = "recovery";

export type SessionRow = {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: Date;
  readonly not_after: Date | null;
  readonly tag: string | null;
  readonly aal: AssuranceLevel;
  /** Time of the last refresh, else of the start. */
  readonly last_used_at: Date;
};

/** Response to a sign-in. */
export type SessionJson = {
  readonly access_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: UserJson;
};

/** Opens a session and creates its first tokens, within the caller's transaction. */
export async function openSession(
  tx: TransactionSql,
  deps: StoreDeps,
  start: {
    readonly userId: string;
    readonly method: AuthMethod;
    readonly origin: RequestOrigin;
    readonly isRecovery?: boolean;
    /** Provider of the identity that signed in; default "email". */
    readonly provider?: string;
  },
): Promise<SessionJson> {
  const { userId, method, origin } = start;
  const nowMs = deps.now();
  const now = new Date(nowMs);
  const sessionId = randomUUID();
  await tx`
    insert into auth.sessions (
      id, user_id, created_at, updated_at, aal, not_after, user_agent, ip, tag)
    values (${sessionId}, ${userId}, ${now}, ${now}, 'aal1', ${new Date(nowMs + SESSION_ABSOLUTE_MS)},
            ${origin.userAgent}, ${origin.address}, ${start.isRecovery === true ? RECOVERY_TAG : null})`;
  await tx`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, ${now}, ${now}, ${method})`;
  await tx`
    update auth.users set last_sign_in_at = ${now}, updated_at = ${now} where id = ${userId}`;
  await tx`
    update auth.identities set last_sign_in_at = ${now}, updated_at = ${now}
    where user_id = ${userId} and provider = ${start.provider ?? "email"}`;
  const refreshToken = await addRefreshToken(tx, { userId, sessionId, now });
  const user = await findUserById(tx, userId);
  if (user === null) throw new Error("A session was opened for a user that does not exist.");
  return toSessionJson(tx, deps, { user, sessionId, refreshToken });
}

/** Adds a refresh token to a session. */
export async function addRefreshToken(
  tx: TransactionSql,
  owner: { readonly userId: string; readonly sessionId: string; readonly now: Date },
): Promise<string> {
  const { userId, sessionId, now } = owner;
  const refreshToken = makeRefreshToken();
  await tx`
    insert into auth.refresh_tokens (token, user_id, session_id, created_at, updated_at)
    values (${hashRefreshToken(refreshToken)}, ${userId}, ${sessionId}, ${now}, ${now})`;
  return refreshToken;
}

/** Signs an access token and builds the response. */
export async function toSessionJson(
  sql: ISql,
  { keys, now, settings }: StoreDeps,
  session: { readonly user: UserRow; readonly sessionId: string; readonly refreshToken: string },
): Promise<SessionJson> {
  const { user, sessionId, refreshToken } = session;
  const issuedAtS = Math.floor(now() / 1_000);
  const expiresAtS = issuedAtS + ACCESS_TOKEN_S;
  const { aal, amr } = await readAssurance(sql, sessionId);
  const claims: JsonObject = {
    iss: issuerOf(settings),
    sub: user.id,
    aud: AUDIENCE,
    iat: issuedAtS,
    exp: expiresAtS,
    role: user.role ?? AUDIENCE,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
    aal,
    amr,
  };
  const accessToken = await signAccessToken(claims, keys);
  return {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_S,
    expires_at: expiresAtS,
    refresh_token: refreshToken,
    user: await presentUser(sql, user),
  };
}

type Assurance = {
  readonly aal: AssuranceLevel;
  readonly amr: { readonly method: string; readonly timestamp: number }[];
};

/** Reads the assurance level and the methods, newest first as clients expect. */
async function readAssurance(sql: ISql, sessionId: string): Promise<Assurance> {
  const [session] = await sql<{ aal: AssuranceLevel }[]>`
    select coalesce(aal, 'aal1') as aal from auth.sessions where id = ${sessionId}`;
  const rows = await sql<{ method: string; createdAt: Date }[]>`
    select authentication_method as method, created_at as "createdAt"
    from auth.mfa_amr_claims where session_id = ${sessionId} order by created_at desc, method`;
  const amr = rows.map(({ method, createdAt }) => ({
    method,
    timestamp: Math.floor(createdAt.getTime() / 1_000),
  }));
  return { aal: session?.aal ?? "aal1", amr };
}

/**
 * Reads a session, and locks it on request. Ignores sessions that an earlier release opened for
 * OAuth applications: they had fewer permissions than the account.
 */
export async function findSession(
  sql: ISql,
  sessionId: string,
  options: { readonly isLocked: boolean },
): Promise<SessionRow | null> {
  const rows = await sql<SessionRow[]>`
    select id, user_id, created_at, not_after, tag, coalesce(aal, 'aal1') as aal,
           coalesce(refreshed_at at time zone 'utc', created_at) as last_used_at
    from auth.sessions where id = ${sessionId} and oauth_client_id is null ${options.isLocked ? sql`for update` : sql``}`;
  return rows[0] ?? null;
}

/** Returns true after 90 days or 30 idle days (R-05). */
export function isSessionOver(session: SessionRow, nowMs: number): boolean {
  const endMs = session.not_after?.getTime() ?? session.created_at.getTime() + SESSION_ABSOLUTE_MS;
  return nowMs >= endMs || nowMs >= session.last_used_at.getTime() + SESSION_IDLE_MS;
}

/**
 * Returns true while a session has a valid refresh token; reuse of an old one revokes it (R-05).
 */
export async function hasLiveToken(sql: ISql, sessionId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from auth.refresh_tokens where session_id = ${sessionId} and not revoked limit 1`;
  return rows.length > 0;
}

/** Ends a session with its tokens. */
export async function endSession(tx: TransactionSql, sessionId: string): Promise<void> {
  await tx`delete from auth.sessions where id = ${sessionId}`;
}

/** Ends all sessions of a user, or all but one. */
export async function endSessions(
  tx: TransactionSql,
  userId: string,
  options: { readonly exceptId: string | null } = { exceptId: null },
): Promise<void> {
  await tx`
    delete from auth.sessions
    where user_id = ${userId} and id is distinct from ${options.exceptId}::uuid`;
}
