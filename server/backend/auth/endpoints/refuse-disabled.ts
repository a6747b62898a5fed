import type { Context, Handler, Hono } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthParts } from "./auth-parts.ts";
import { authenticate, requireServiceRole } from "./authenticate.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { toErrorRedirect } from "#server/backend/auth/protocol/redirect-reply.ts";
import { redirectTargetOf } from "#server/backend/auth/mail/send-mail.ts";

/** OAuth providers that upstream knows; all are off here. */
export const EXTERNAL_PROVIDERS = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "x",
  "zoom",
] as const;

const factorBody = z.object({ factor_type: optionalText });

/**
 * Answers every endpoint that is not on with the refusal by which the client library knows a
 * disabled feature, never with an unknown path or a fault.
 */
export function refuseDisabled(app: Hono<BackendEnv>, parts: AuthParts): void {
  app.get("/authorize", authorize);
  app.on(["GET", "POST"], "/callback", callback(parts));

  const saml = refuse(404, "saml_provider_disabled", "SAML 2.0 is disabled");
  app.all("/sso", saml);
  app.all("/sso/*", saml);
  app.all("/admin/sso/*", forAdmin(saml));

  const linking = refuse(404, "manual_linking_disabled", "Manual linking is disabled");
  app.all("/user/identities/*", forSignedIn(parts, linking));

  const passkeys = refuse(404, "passkey_disabled", "Passkeys are disabled");
  app.all("/passkeys", passkeys);
  app.all("/passkeys/*", passkeys);
  app.all("/admin/users/:id/passkeys", forAdmin(passkeys));
  app.all("/admin/users/:id/passkeys/:passkey", forAdmin(passkeys));

  const feature = refuse(404, "feature_disabled", "This feature is disabled");
  app.all("/factors/recovery-codes", forSignedIn(parts, feature));
  app.all("/factors/recovery-codes/*", forSignedIn(parts, feature));
  app.all("/oauth/*", feature);
  app.all("/user/oauth/*", forSignedIn(parts, feature));
  app.all("/admin/oauth/*", forAdmin(feature));
  app.all("/admin/custom-providers", forAdmin(feature));
  app.all("/admin/custom-providers/*", forAdmin(feature));
  app.all("/admin/audit", forAdmin(feature));

  const verification = refuse(
    422,
    "mfa_totp_verify_not_enabled",
    "MFA verification is disabled for TOTP",
  );
  app.post("/factors", forSignedIn(parts, enrollFactor));
  app.all("/factors/*", forSignedIn(parts, verification));
  app.all("/admin/users/:id/factors/:factor", forAdmin(verification));
}

function refuse(status: 404 | 422, code: string, message: string): Handler<BackendEnv> {
  return () => {
    throw new AuthError(status, code, message);
  };
}

function forSignedIn(parts: AuthParts, next: Handler<BackendEnv>): Handler<BackendEnv> {
  return async (c, done) => {
    await authenticate(c, parts);
    return next(c, done);
  };
}

function forAdmin(next: Handler<BackendEnv>): Handler<BackendEnv> {
  return (c, done) => {
    requireServiceRole(c);
    return next(c, done);
  };
}

const FACTOR_LABELS: ReadonlyMap<string, string> = new Map([
  ["phone", "Phone"],
  ["webauthn", "WebAuthn"],
  ["totp", "TOTP"],
]);

async function enrollFactor(c: Context<BackendEnv>): Promise<never> {
  const { factor_type: type } = await readBody(c, factorBody);
  const label = FACTOR_LABELS.get(type);
  if (label === undefined) {
    throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  }
  throw new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${label}`);
}

function authorize(c: Context<BackendEnv>): never {
  const provider = c.req.query("provider") ?? "";
  const isKnown = EXTERNAL_PROVIDERS.some((name) => name === provider);
  throw validationFailed(
    isKnown
      ? "Unsupported provider: provider is not enabled"
      : `Unsupported provider: Provider ${provider} could not be found`,
  );
}

function callback(parts: AuthParts): Handler<BackendEnv> {
  return (c) => {
    const error = new AuthError(400, "bad_oauth_state", "OAuth state is invalid");
    const target = redirectTargetOf(c, parts);
    return c.redirect(toErrorRedirect(target, error, { isPkce: true }), 302);
  };
}
