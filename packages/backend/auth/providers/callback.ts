import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { redirectTargetOf } from "#backend/auth/mail/send-mail.ts";
import { AuthError } from "#backend/auth/protocol/auth-error.ts";
import { toAuthError } from "#backend/auth/protocol/error-reply.ts";
import {
  toErrorRedirect,
  toFragmentRedirect,
  toProviderErrorRedirect,
  toQueryRedirect,
  chooseRedirectTarget,
} from "#backend/auth/protocol/redirects.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import {
  signInExternalUser,
  assertUnlinked,
  linkExternal,
} from "#backend/auth/store/external-account.ts";
import {
  deleteOAuthState,
  consumeOAuthState,
  type OAuthState,
} from "#backend/auth/store/oauth-state-store.ts";
import { issueProviderCode } from "#backend/auth/store/flow-state.ts";
import { openSession } from "#backend/auth/store/session-store.ts";
import { callbackOf, nonceOf, hasFlowCookie } from "./authorize.ts";
import type { AuthorizationResult } from "./provider-clients.ts";

/** Accepted parameters of a provider's response. */
const RETURNED = ["code", "state", "iss", "error", "error_description", "user"] as const;
const VALUE_MAX_CHARACTERS = 4_096;

type Returned = Partial<Record<(typeof RETURNED)[number], string>>;

/** GET or POST /callback: finishes the flow with a provider and redirects to its target. */
export function callback(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const returned = await readReturned(c);
    const { state = "" } = returned;
    const home = redirectTargetOf(c, deps);
    if (state === "") {
      const message = "OAuth state parameter missing";
      return redirectWithError(c, home, new AuthError(400, "bad_oauth_callback", message));
    }
    const oauthState = await deps.sql.begin((tx) => consumeOAuthState(tx, deps, state));
    if (oauthState === null || !isOwnBrowser(c, deps, oauthState)) {
      return redirectWithError(
        c,
        home,
        new AuthError(400, "bad_oauth_state", "OAuth state is invalid"),
      );
    }
    // The allow-list may have changed since the flow began.
    const target = chooseRedirectTarget(oauthState.target, undefined, deps.settings);
    if (returned.error !== undefined) {
      return c.redirect(
        toProviderErrorRedirect(target, returned.error, returned.error_description),
      );
    }
    try {
      const result = await finish(deps, oauthState, returned);
      return c.redirect(
        await deps.sql.begin((tx) => completeSignIn(c, tx, deps, { oauthState, result, target })),
        302,
      );
    } catch (thrown) {
      const error = toAuthError(thrown);
      if (error.status >= 500 && error.code !== "unexpected_failure") throw thrown;
      if (error.status >= 500)
        deps.log.warn({ event: "provider_failed", provider: oauthState.provider });
      return redirectWithError(c, target, error);
    }
  };
}

/** A PKCE client shows its verifier at the exchange; other clients need their browser's cookie. */
function isOwnBrowser(c: Context<BackendEnv>, deps: AuthDeps, oauthState: OAuthState): boolean {
  return oauthState.challenge !== null || hasFlowCookie(c, deps, oauthState.id);
}

async function readReturned(c: Context<BackendEnv>): Promise<Returned> {
  const form =
    c.req.method === "POST" ? new URLSearchParams(await c.req.text()) : new URLSearchParams();
  const returned: Returned = {};
  for (const name of RETURNED) {
    const value = form.get(name) ?? c.req.query(name);
    if (value !== undefined && value.length <= VALUE_MAX_CHARACTERS) returned[name] = value;
  }
  return returned;
}

async function finish(
  deps: AuthDeps,
  oauthState: OAuthState,
  returned: Returned,
): Promise<AuthorizationResult> {
  const client = deps.providers.require(oauthState.provider);
  const address = new URL(callbackOf(deps));
  for (const name of ["code", "state", "iss"] as const) {
    const value = returned[name];
    if (value !== undefined) address.searchParams.set(name, value);
  }
  const { id: state, codeVerifier } = oauthState;
  const checks = { state, nonce: nonceOf(deps, state), codeVerifier };
  const result = await client.finish(address, checks).catch((error: unknown) => {
    const message = "Unable to exchange external code";
    throw new AuthError(400, "bad_oauth_callback", message, { cause: error });
  });
  if (result === null) {
    const message = "Error getting user profile from external provider";
    throw new AuthError(400, "bad_oauth_callback", message);
  }
  const isOptional = deps.settings.providers.get(oauthState.provider)?.isEmailOptional ?? false;
  if (result.identity.email === null && !isOptional && oauthState.linkTo === null) {
    const message = "Error getting user email from external provider";
    throw new AuthError(400, "email_address_not_provided", message);
  }
  return result;
}

type Authorized = {
  readonly oauthState: OAuthState;
  readonly result: AuthorizationResult;
  readonly target: string;
};

/** Returns the redirect that signs the client in: with a code to exchange, or with the session. */
async function completeSignIn(
  c: Context<BackendEnv>,
  tx: TransactionSql,
  deps: AuthDeps,
  { oauthState, result, target }: Authorized,
): Promise<string> {
  const { identity, accessToken, refreshToken } = result;
  const origin = originOf(c);
  const { linkTo } = oauthState;
  if (oauthState.challenge !== null && linkTo !== null) {
    // Link the identity at the exchange, where the client shows its verifier.
    await assertUnlinked(tx, { userId: linkTo, identity });
    const flow = { id: oauthState.id, userId: linkTo, accessToken, refreshToken, identity };
    return toQueryRedirect(target, { code: await issueProviderCode(tx, deps, flow) });
  }
  const user =
    linkTo === null
      ? await signInExternalUser(tx, deps, { identity, origin })
      : await linkExternal(tx, deps, { userId: linkTo, identity });
  if (oauthState.challenge !== null) {
    const flow = { id: oauthState.id, userId: user.id, accessToken, refreshToken, identity: null };
    return toQueryRedirect(target, { code: await issueProviderCode(tx, deps, flow) });
  }
  await deleteOAuthState(tx, oauthState.id);
  const { provider } = oauthState;
  const session = await openSession(tx, deps, {
    userId: user.id,
    method: "oauth",
    origin,
    provider,
  });
  return toFragmentRedirect(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    provider_token: accessToken,
    ...(refreshToken === null ? {} : { provider_refresh_token: refreshToken }),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
  });
}

function redirectWithError(c: Context<BackendEnv>, target: string, error: AuthError): Response {
  return c.redirect(toErrorRedirect(target, error, { isPkce: true }), 302);
}
