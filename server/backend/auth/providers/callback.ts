import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { redirectTargetOf } from "#server/backend/auth/mail/send-mail.ts";
import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import { toAuthError } from "#server/backend/auth/protocol/error-reply.ts";
import {
  toErrorRedirect,
  toFragmentRedirect,
  toProviderErrorRedirect,
  toQueryRedirect,
} from "#server/backend/auth/protocol/redirect-reply.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { chooseRedirectTarget } from "#server/backend/auth/protocol/redirect-target.ts";
import {
  signInExternalUser,
  assertUnlinked,
  linkExternal,
} from "#server/backend/auth/store/external-account.ts";
import {
  deleteOAuthState,
  consumeOAuthState,
  type Visit,
} from "#server/backend/auth/store/oauth-state-store.ts";
import { issueVisitCode } from "#server/backend/auth/store/flow-state.ts";
import { openSession } from "#server/backend/auth/store/session-store.ts";
import { callbackOf, nonceOf } from "./authorize.ts";
import type { AuthorizationResult } from "./provider-flow.ts";
import { hasVisitCookie } from "./flow-cookie.ts";

/** What a provider may send back; nothing else of the request is looked at. */
const RETURNED = ["code", "state", "iss", "error", "error_description", "user"] as const;
const VALUE_MAX_CHARACTERS = 4_096;

type Returned = Partial<Record<(typeof RETURNED)[number], string>>;

/** GET or POST /callback: somebody comes back from a provider; on to where they started. */
export function callback(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const returned = await readReturned(c);
    const { state = "" } = returned;
    const home = redirectTargetOf(c, deps);
    if (state === "") {
      const message = "OAuth state parameter missing";
      return refuse(c, home, new AuthError(400, "bad_oauth_callback", message));
    }
    const visit = await deps.sql.begin((tx) => consumeOAuthState(tx, deps, state));
    if (visit === null || !isOwnBrowser(c, deps, visit)) {
      return refuse(c, home, new AuthError(400, "bad_oauth_state", "OAuth state is invalid"));
    }
    // Checked anew: the list may be another one since.
    const target = chooseRedirectTarget(visit.target, undefined, deps.settings);
    if (returned.error !== undefined) {
      return c.redirect(
        toProviderErrorRedirect(target, returned.error, returned.error_description),
      );
    }
    try {
      const end = await finish(deps, visit, returned);
      return c.redirect(await enter(c, deps, { visit, end, target }), 302);
    } catch (thrown) {
      const error = toAuthError(thrown);
      if (error.status >= 500 && error.code !== "unexpected_failure") throw thrown;
      if (error.status >= 500)
        deps.log.warn({ event: "provider_failed", provider: visit.provider });
      return refuse(c, target, error);
    }
  };
}

/** Whoever has the verifier proves it at the exchange; all others by the cookie of their browser. */
function isOwnBrowser(c: Context<BackendEnv>, deps: AuthDeps, visit: Visit): boolean {
  return visit.challenge !== null || hasVisitCookie(c, deps, visit.id);
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
  visit: Visit,
  returned: Returned,
): Promise<AuthorizationResult> {
  const client = deps.providers.require(visit.provider);
  const address = new URL(callbackOf(deps));
  for (const name of ["code", "state", "iss"] as const) {
    const value = returned[name];
    if (value !== undefined) address.searchParams.set(name, value);
  }
  const { id: state, codeVerifier } = visit;
  const checks = { state, nonce: nonceOf(deps, state), codeVerifier };
  const end = await client.finish(address, checks).catch((error: unknown) => {
    const message = "Unable to exchange external code";
    throw new AuthError(400, "bad_oauth_callback", message, { cause: error });
  });
  if (end === null) {
    const message = "Error getting user profile from external provider";
    throw new AuthError(400, "bad_oauth_callback", message);
  }
  const isOptional = deps.settings.providers.get(visit.provider)?.isEmailOptional ?? false;
  if (end.person.email === null && !isOptional && visit.linkTo === null) {
    const message = "Error getting user email from external provider";
    throw new AuthError(400, "email_address_not_provided", message);
  }
  return end;
}

type Arrival = {
  readonly visit: Visit;
  readonly end: AuthorizationResult;
  readonly target: string;
};

/** The address that signs the client in: with a code to exchange, or with the session itself. */
function enter(c: Context<BackendEnv>, deps: AuthDeps, arrival: Arrival): Promise<string> {
  return deps.sql.begin((tx) => admit(c, tx, deps, arrival));
}

async function admit(
  c: Context<BackendEnv>,
  tx: TransactionSql,
  deps: AuthDeps,
  { visit, end, target }: Arrival,
): Promise<string> {
  const { person, accessToken, refreshToken } = end;
  const origin = originOf(c);
  const { linkTo } = visit;
  if (visit.challenge !== null && linkTo !== null) {
    // The account gets the identity once the client has shown that it is the one that began.
    await assertUnlinked(tx, { userId: linkTo, person });
    const flow = { id: visit.id, userId: linkTo, accessToken, refreshToken, person };
    return toQueryRedirect(target, { code: await issueVisitCode(tx, deps, flow) });
  }
  const user =
    linkTo === null
      ? await signInExternalUser(tx, deps, { person, origin })
      : await linkExternal(tx, deps, { userId: linkTo, person });
  if (visit.challenge !== null) {
    const flow = { id: visit.id, userId: user.id, accessToken, refreshToken, person: null };
    return toQueryRedirect(target, { code: await issueVisitCode(tx, deps, flow) });
  }
  await deleteOAuthState(tx, visit.id);
  const { provider } = visit;
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

function refuse(c: Context<BackendEnv>, target: string, error: AuthError): Response {
  return c.redirect(toErrorRedirect(target, error, { isPkce: true }), 302);
}
