import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import { SignJWT } from "jose";
import { z } from "zod";
import { issuerOf } from "#server/backend/access-token.ts";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { takeRefresh } from "#server/backend/auth/endpoints/limits.ts";
import { refreshSession } from "#server/backend/auth/endpoints/refresh-session.ts";
import { AuthError, OAuthFormError } from "#server/backend/auth/protocol/auth-error.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { answersChallenge, hashCode } from "#server/backend/auth/store/flow-state.ts";
import { isRefreshTokenForm } from "#server/backend/auth/store/refresh-token.ts";
import { openSession, type SessionJson } from "#server/backend/auth/store/session-store.ts";
import { findUserById, isBanned, type UserRow } from "#server/backend/auth/store/user-store.ts";
import { type ClientRow, findClient, grantTypesOf, isClientSecret } from "./client-store.ts";

const tokenBody = z.object({
  grant_type: optionalText,
  code: optionalText,
  refresh_token: optionalText,
  redirect_uri: optionalText,
  client_id: optionalText,
  client_secret: optionalText,
  code_verifier: optionalText,
});
type TokenBody = z.infer<typeof tokenBody>;

/** POST /oauth/token: a code or a refresh token of an application, for tokens. */
export function grantClientToken(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const body = await readTokenBody(c);
    const { grant_type: grant } = body;
    if (grant === "") throw new OAuthFormError("invalid_request", "grant_type is required");
    const client = await authenticateClient(c, parts, body);
    if (!grantTypesOf(client).includes(grant)) {
      const message = `Client is not allowed to use grant type: ${grant}`;
      throw new OAuthFormError("unsupported_grant_type", message);
    }
    return grant === "authorization_code"
      ? c.json(await exchangeCode(c, parts, client, body))
      : c.json(await refresh(c, parts, client, body.refresh_token));
  };
}

/** Clients of OAuth post forms; JSON is taken as well. */
async function readTokenBody(c: Context<BackendEnv>): Promise<TokenBody> {
  if (/json/i.test(c.req.header("content-type") ?? "")) return readBody(c, tokenBody);
  return tokenBody.parse(Object.fromEntries(new URLSearchParams(await c.req.text())));
}

/** @throws OAuthFormError invalid_client, also for a secret where none is due. */
async function authenticateClient(
  c: Context<BackendEnv>,
  parts: AuthDeps,
  body: TokenBody,
): Promise<ClientRow> {
  const basic = readBasic(c.req.header("authorization"));
  const id = basic?.id ?? body.client_id;
  const secret = basic?.secret ?? body.client_secret;
  const client = await findClient(parts.sql, id);
  if (client === null) throw new OAuthFormError("invalid_client", "Client authentication required");
  const isRight = client.client_type === "public" ? secret === "" : isClientSecret(client, secret);
  if (!isRight) throw new OAuthFormError("invalid_client", "invalid client credentials");
  return client;
}

function readBasic(
  header: string | undefined,
): { readonly id: string; readonly secret: string } | null {
  const encoded = /^basic (\S+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return null;
  const [id = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  try {
    return { id: decodeURIComponent(id), secret: decodeURIComponent(rest.join(":")) };
  } catch {
    return { id, secret: rest.join(":") };
  }
}

type CodeRow = {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string | null;
  readonly redirectUri: string;
  readonly scope: string;
  readonly nonce: string | null;
  readonly challenge: string;
  readonly method: "s256" | "plain";
};

async function exchangeCode(
  c: Context<BackendEnv>,
  parts: AuthDeps,
  client: ClientRow,
  body: TokenBody,
): Promise<object> {
  if (body.code === "") {
    throw new OAuthFormError("invalid_request", "code is required for authorization_code grant");
  }
  const origin = originOf(c);
  const outcome = await parts.sql.begin(async (tx) => {
    const code = await takeCode(tx, parts, body.code);
    const refusal = refusalOf(code, client, body);
    if (refusal !== null || code === null) return refusal;
    const user = await findUserById(tx, code.userId ?? "");
    if (user === null || user.deleted_at !== null || isBanned(user, parts.now())) {
      return new OAuthFormError("access_denied", "User is banned");
    }
    const now = new Date(parts.now());
    await recordAudit(tx, { action: "login", userId: user.id, origin, now });
    const session = await openSession(tx, parts, {
      userId: user.id,
      method: "oauth_provider/authorization_code",
      origin,
      client: { id: client.id, scopes: code.scope },
    });
    return {
      ...toTokens(session, code.scope),
      ...(await toIdToken(parts, { code, client, user })),
    };
  });
  if (outcome === null) throw new OAuthFormError("invalid_grant", "Invalid authorization code");
  if (outcome instanceof OAuthFormError) throw outcome;
  return outcome;
}

/** A code counts once: it is gone also when the rest of the request is wrong. */
async function takeCode(
  tx: TransactionSql,
  parts: AuthDeps,
  code: string,
): Promise<CodeRow | null> {
  const rows = await tx<CodeRow[]>`
    delete from auth.oauth_authorizations
    where authorization_code = ${hashCode(code)} and status = 'approved'
      and expires_at > ${new Date(parts.now())}
    returning id, client_id as "clientId", user_id as "userId", redirect_uri as "redirectUri",
      scope, nonce, code_challenge as challenge, code_challenge_method as method`;
  return rows[0] ?? null;
}

function refusalOf(
  code: CodeRow | null,
  client: ClientRow,
  body: TokenBody,
): OAuthFormError | null {
  if (code === null) return new OAuthFormError("invalid_grant", "Invalid authorization code");
  if (code.clientId !== client.id) {
    const message = "Authorization code was not issued for this client";
    return new OAuthFormError("invalid_grant", message);
  }
  if (body.redirect_uri !== "" && body.redirect_uri !== code.redirectUri) {
    return new OAuthFormError("invalid_grant", "Invalid redirect_uri");
  }
  if (!answersChallenge(body.code_verifier, code.challenge, code.method)) {
    const message =
      "PKCE verification failed: code challenge does not match previously saved code verifier";
    return new OAuthFormError("invalid_grant", message);
  }
  return null;
}

async function refresh(
  c: Context<BackendEnv>,
  parts: AuthDeps,
  client: ClientRow,
  presented: string,
): Promise<object> {
  if (presented === "") {
    const message = "refresh_token is required for refresh_token grant";
    throw new OAuthFormError("invalid_request", message);
  }
  const isForm = isRefreshTokenForm(presented);
  if (!isForm) throw new OAuthFormError("invalid_grant", "Refresh token is not valid");
  try {
    const session = await refreshSession(parts, presented, {
      origin: originOf(c),
      onSession: (sessionId) => takeRefresh(parts, sessionId),
      clientId: client.id,
    });
    return toTokens(session, null);
  } catch (error) {
    if (!(error instanceof AuthError) || error.status !== 400) throw error;
    throw new OAuthFormError("invalid_grant", error.message);
  }
}

function toTokens(session: SessionJson, scope: string | null): object {
  const { access_token, token_type, expires_in, refresh_token } = session;
  const tokens = { access_token, token_type, expires_in, refresh_token };
  return scope === null ? tokens : { ...tokens, scope };
}

/** Who it is, for the application itself (OpenID Connect), when it asked for "openid". */
async function toIdToken(
  parts: AuthDeps,
  grant: { readonly code: CodeRow; readonly client: ClientRow; readonly user: UserRow },
): Promise<object> {
  const { code, client, user } = grant;
  const scopes = code.scope.split(" ");
  if (!scopes.includes("openid")) return {};
  const nowS = Math.floor(parts.now() / 1_000);
  const idToken = await new SignJWT({
    ...(code.nonce === null ? {} : { nonce: code.nonce }),
    ...claimsOf(user, scopes),
  })
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: parts.keys.signingKeyId })
    .setIssuer(issuerOf(parts.settings))
    .setSubject(user.id)
    .setAudience(client.id)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + 900)
    .sign(parts.keys.signingKey);
  return { id_token: idToken };
}

/** What an application may know of somebody by the scopes that they agreed to. */
export function claimsOf(user: UserRow, scopes: readonly string[]): Record<string, unknown> {
  const { full_name: name } = user.raw_user_meta_data;
  return {
    ...(scopes.includes("email")
      ? { email: user.email ?? "", email_verified: user.email_confirmed_at !== null }
      : {}),
    ...(scopes.includes("phone")
      ? { phone_number: user.phone ?? "", phone_number_verified: user.phone_confirmed_at !== null }
      : {}),
    ...(scopes.includes("profile") && typeof name === "string" ? { name } : {}),
  };
}
