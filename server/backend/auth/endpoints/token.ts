import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { linkExternal } from "#server/backend/auth/store/external-account.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import {
  AuthError,
  validationFailed,
  OAuthFormError,
} from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { finishFlow } from "#server/backend/auth/store/flow-state.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { openSession, type SessionJson } from "#server/backend/auth/store/session-store.ts";
import { findUserById, isBanned } from "#server/backend/auth/store/user-store.ts";
import { consumeRefresh } from "./limits.ts";
import { signInWithIdToken } from "#server/backend/auth/providers/id-token.ts";
import { signInWithWallet } from "#server/backend/auth/web3/sign-in-with-wallet.ts";
import { isRefreshTokenForm } from "#server/backend/auth/store/refresh-token.ts";
import { refreshSession } from "./refresh-session.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";

const pkceBody = z.object({ auth_code: optionalText, code_verifier: optionalText });

/** grant_type=pkce: exchanges the code of a followed link for a session. */
export async function exchangeFlowCode(
  c: Context<BackendEnv>,
  deps: AuthDeps,
): Promise<SessionJson> {
  const body = await readBody(c, pkceBody);
  if (body.auth_code === "" || body.code_verifier === "") {
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  }
  const origin = originOf(c);
  const outcome = await deps.sql.begin(async (tx) => {
    const flow = await finishFlow(tx, {
      code: body.auth_code,
      verifier: body.code_verifier,
      nowMs: deps.now(),
    });
    if (flow instanceof AuthError) return flow;
    const user = await findUserById(tx, flow.userId);
    if (user === null || isBanned(user, deps.now())) {
      return new AuthError(400, "user_banned", "User is banned");
    }
    const { method, provider, accessToken, refreshToken, identity } = flow;
    const linkError =
      identity === null ? null : await link(tx, deps, { userId: user.id, identity });
    if (linkError !== null) return linkError;
    const now = new Date(deps.now());
    await recordAudit(tx, { action: "login", userId: user.id, origin, now });
    const isRecovery = method === "recovery";
    const start = { userId: user.id, method, origin, isRecovery, provider };
    const session = await openSession(tx, deps, start);
    return {
      ...session,
      ...(accessToken === null ? {} : { provider_token: accessToken }),
      ...(refreshToken === null ? {} : { provider_refresh_token: refreshToken }),
    };
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** Links an identity within a savepoint: on an error the code stays used. */
function link(
  tx: TransactionSql,
  deps: AuthDeps,
  request: Parameters<typeof linkExternal>[2],
): Promise<AuthError | null> {
  return tx
    .savepoint((inner) => linkExternal(inner, deps, request))
    .then(() => null)
    .catch((error: unknown) => (error instanceof AuthError ? error : Promise.reject(error)));
}

const refreshBody = z.object({ refresh_token: optionalText });

/** POST /token */
export function grantToken(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const grantType = c.req.query("grant_type") ?? "";
    if (grantType === "password") return c.json(await signInWithPassword(c, deps));
    if (grantType === "refresh_token") return c.json(await signInWithRefreshToken(c, deps));
    if (grantType === "pkce") return c.json(await exchangeFlowCode(c, deps));
    if (grantType === "id_token") {
      return c.json(await signInWithIdToken(c, deps));
    }
    if (grantType === "web3") {
      return c.json(await signInWithWallet(c, deps));
    }
    throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  };
}

async function signInWithRefreshToken(
  c: Context<BackendEnv>,
  deps: AuthDeps,
): Promise<SessionJson> {
  const { refresh_token: presented } = await readBody(c, refreshBody);
  if (presented === "") throw new OAuthFormError("invalid_request", "refresh_token required");
  if (!isRefreshTokenForm(presented)) throw validationFailed("Refresh token is not valid");
  return refreshSession(deps, presented, {
    origin: originOf(c),
    onSession: (sessionId) => consumeRefresh(deps, sessionId),
  });
}
