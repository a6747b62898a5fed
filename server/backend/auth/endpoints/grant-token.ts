import type { Context, Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import {
  AuthError,
  OAuthFormError,
  validationFailed,
} from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { exchangeFlowCode } from "./exchange-flow-code.ts";
import { takeRefresh } from "./limits.ts";
import { signInWithIdToken } from "#server/backend/auth/providers/id-token.ts";
import { signInWithWallet } from "#server/backend/auth/web3/sign-in-with-wallet.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { isRefreshTokenForm } from "#server/backend/auth/store/refresh-token.ts";
import { refreshSession } from "./refresh-session.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import type { SessionJson } from "#server/backend/auth/store/session-store.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";

const refreshBody = z.object({ refresh_token: optionalText });

/** POST /token: every way to a session that needs no mail. */
export function grantToken(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const grantType = c.req.query("grant_type") ?? "";
    if (grantType === "password") return c.json(await signInWithPassword(c, parts));
    if (grantType === "refresh_token") return c.json(await signInWithRefreshToken(c, parts));
    if (grantType === "pkce") return c.json(await exchangeFlowCode(c, parts));
    if (grantType === "id_token") {
      return c.json(await signInWithIdToken(c, parts));
    }
    if (grantType === "web3") {
      return c.json(await signInWithWallet(c, parts));
    }
    throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  };
}

async function signInWithRefreshToken(
  c: Context<BackendEnv>,
  parts: AuthDeps,
): Promise<SessionJson> {
  const { refresh_token: presented } = await readBody(c, refreshBody);
  if (presented === "") throw new OAuthFormError("invalid_request", "refresh_token required");
  if (!isRefreshTokenForm(presented)) throw validationFailed("Refresh token is not valid");
  return refreshSession(parts, presented, {
    origin: originOf(c),
    onSession: (sessionId) => takeRefresh(parts, sessionId),
  });
}
