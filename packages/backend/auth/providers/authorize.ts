import { createHmac, timingSafeEqual, randomBytes } from "node:crypto";
import type { Context, Handler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { deriveKey } from "#backend/auth/protocol/derive-key.ts";
import { OAUTH_STATE_TTL_MS, createOAuthState } from "#backend/auth/store/oauth-state-store.ts";
import { authenticate } from "#backend/auth/endpoints/authenticate.ts";
import { redirectTargetOf } from "#backend/auth/mail/send-mail.ts";
import { AuthError } from "#backend/auth/protocol/auth-error.ts";
import { parseChallenge } from "#backend/auth/store/flow-state.ts";
import { OutboundError } from "@reign-tv/kit/outbound/bounded-fetch.ts";

/**
 * Binds a flow to the browser that began it. Otherwise an attacker could begin a flow and let a
 * victim finish it: the victim would sign in to the attacker's account or link its identity
 * there. PKCE clients show their verifier instead.
 */
function setFlowCookie(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  flow: { readonly id: string; readonly isPostedBack: boolean },
): void {
  const isSecure = deps.settings.siteUrl.startsWith("https:");
  setCookie(c, nameOf(flow.id), cookieValueOf(deps, flow.id), {
    path: "/auth/v1/callback",
    httpOnly: true,
    secure: isSecure,
    // A cross-site form post sends only SameSite=None cookies.
    sameSite: flow.isPostedBack && isSecure ? "None" : "Lax",
    maxAge: OAUTH_STATE_TTL_MS / 1_000,
  });
}

/** True in the browser that began the flow. */
export function hasFlowCookie(c: Context<BackendEnv>, deps: AuthDeps, flowId: string): boolean {
  const [given, expected] = [
    Buffer.from(getCookie(c, nameOf(flowId)) ?? ""),
    Buffer.from(cookieValueOf(deps, flowId)),
  ];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function nameOf(flowId: string): string {
  return `sb-visit-${flowId}`;
}

function cookieValueOf({ keys }: AuthDeps, flowId: string): string {
  const key = deriveKey(keys.hmacSecret, "visit-cookie");
  return createHmac("sha256", key).update(flowId).digest("base64url");
}

const VERIFIER_BYTES = 32;
/** Parameters that the server sets; the client's other parameters are passed to the provider. */
const RESERVED_PARAMETERS = new Set([
  "provider",
  "scopes",
  "scope",
  "redirect_to",
  "redirect_uri",
  "client_id",
  "client_secret",
  "response_type",
  "response_mode",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "skip_http_redirect",
  "request",
  "request_uri",
]);
const PARAMETER_MAX_CHARACTERS = 500;

/** GET /authorize: redirects to the provider, which redirects to /callback. */
export function authorize(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => c.redirect((await startAuthorization(c, deps, null)).href, 302);
}

/** GET /user/identities/authorize: the same, to link an identity to the current user. */
export function authorizeLink(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, deps);
    if (!deps.settings.manualLinking) throw linkingDisabled();
    const url = await startAuthorization(c, deps, user.id);
    return c.req.query("skip_http_redirect") === "true"
      ? c.json({ url: url.href })
      : c.redirect(url.href, 302);
  };
}

export function linkingDisabled(): AuthError {
  return new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

/** The redirect URI that providers use. */
export function callbackOf({ settings }: AuthDeps): string {
  return `${settings.siteUrl}/auth/v1/callback`;
}

/** Derives the nonce of a flow, so that it need not be stored. */
export function nonceOf({ keys }: AuthDeps, flowId: string): string {
  const key = deriveKey(keys.hmacSecret, "provider-nonce");
  return createHmac("sha256", key).update(flowId).digest("base64url");
}

async function startAuthorization(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  linkTo: string | null,
): Promise<URL> {
  const provider = c.req.query("provider") ?? "";
  const client = deps.providers.require(provider);
  const challenge = parseChallenge({
    code_challenge: c.req.query("code_challenge") ?? "",
    code_challenge_method: c.req.query("code_challenge_method") ?? "",
  });
  const codeVerifier = randomBytes(VERIFIER_BYTES).toString("base64url");
  const target = redirectTargetOf(c, deps);
  const state = await deps.sql.begin((tx) =>
    createOAuthState(tx, deps, { provider, challenge, codeVerifier, target, linkTo }),
  );
  // Apple posts its response.
  if (challenge === null) setFlowCookie(c, deps, { id: state, isPostedBack: provider === "apple" });
  try {
    return await client.startUrl({
      redirectUri: callbackOf(deps),
      state,
      nonce: nonceOf(deps, state),
      codeVerifier,
      scopes: c.req.query("scopes") ?? "",
      extra: extraParameters(c),
    });
  } catch (error) {
    if (error instanceof OutboundError) deps.log.warn({ event: "provider_away", provider });
    const message = "The sign-in provider cannot be reached";
    throw new AuthError(503, "unexpected_failure", message, { cause: error });
  }
}

function extraParameters(c: Context<BackendEnv>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(c.req.query()).filter(
      ([name, value]) =>
        !RESERVED_PARAMETERS.has(name) &&
        /^[\w.-]{1,64}$/.test(name) &&
        value.length <= PARAMETER_MAX_CHARACTERS,
    ),
  );
}
