import { createHmac, randomBytes } from "node:crypto";
import type { Context, Handler } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { authenticate } from "#server/backend/auth/endpoints/authenticate.ts";
import { redirectTargetOf } from "#server/backend/auth/mail/send-mail.ts";
import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import { deriveKey } from "#server/backend/auth/protocol/derive-key.ts";
import { createOAuthState } from "#server/backend/auth/store/oauth-state-store.ts";
import { parseChallenge } from "#server/backend/auth/store/flow-state.ts";
import { OutboundError } from "#server/kit/http/http-client.ts";
import { setVisitCookie } from "./flow-cookie.ts";

const VERIFIER_BYTES = 32;
/** Parameters that are ours to say; whatever else the client gives goes on to the provider. */
const OWN_PARAMETERS = new Set([
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

/** GET /authorize: to the provider, and from there to /callback. */
export function authorize(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => c.redirect((await startVisit(c, deps, null)).href, 302);
}

/** GET /user/identities/authorize: the same, for another way into the account of the signed-in. */
export function authorizeLink(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, deps);
    if (!deps.settings.manualLinking) throw linkingDisabled();
    const url = await startVisit(c, deps, user.id);
    return c.req.query("skip_http_redirect") === "true"
      ? c.json({ url: url.href })
      : c.redirect(url.href, 302);
  };
}

export function linkingDisabled(): AuthError {
  return new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

/** Where a provider sends people back to. */
export function callbackOf({ settings }: AuthDeps): string {
  return `${settings.siteUrl}/auth/v1/callback`;
}

/** A nonce that only this server can make for a visit, so that none has to be kept. */
export function nonceOf({ keys }: AuthDeps, visitId: string): string {
  const key = deriveKey(keys.hmacSecret, "provider-nonce");
  return createHmac("sha256", key).update(visitId).digest("base64url");
}

async function startVisit(
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
  // Apple posts its answer.
  if (challenge === null)
    setVisitCookie(c, deps, { id: state, isPostedBack: provider === "apple" });
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
        !OWN_PARAMETERS.has(name) &&
        /^[\w.-]{1,64}$/.test(name) &&
        value.length <= PARAMETER_MAX_CHARACTERS,
    ),
  );
}
