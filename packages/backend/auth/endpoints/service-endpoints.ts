import type { Handler, Hono } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { KNOWN_PROVIDERS } from "#backend/auth/providers/provider-registry.ts";
import { AuthError } from "#backend/auth/protocol/auth-error.ts";
import { authenticate, requireServiceRole } from "./authenticate.ts";

const JWKS_MAX_AGE_S = 600;

/** GET /settings: the enabled sign-in methods. */
export function getSettings({ settings }: AuthDeps): Handler<BackendEnv> {
  const external = Object.fromEntries(
    [...KNOWN_PROVIDERS, ...settings.providers.keys()].map((name) => [
      name,
      settings.providers.has(name),
    ]),
  );
  return (c) =>
    c.json({
      external: {
        anonymous_users: settings.anonymousUsers,
        ...external,
        email: true,
        phone: settings.phone.isOn,
      },
      disable_signup: settings.disableSignup,
      mailer_autoconfirm: !settings.confirmEmail,
      phone_autoconfirm: !settings.phone.mustConfirm,
      sms_provider: settings.phone.twilio === null ? "" : "twilio",
      saml_enabled: false,
      passkeys_enabled: settings.passkeys,
    });
}

/** GET /health: does not use the database. */
export function getHealth(): Handler<BackendEnv> {
  return (c) =>
    c.json({
      version: "v2",
      name: "GoTrue",
      description: "GoTrue is a user registration and authentication API",
    });
}

/** GET /.well-known/jwks.json: the public keys of session tokens. */
export function getJwks({ keys }: AuthDeps): Handler<BackendEnv> {
  return (c) => {
    c.header("Cache-Control", `public, max-age=${JWKS_MAX_AGE_S}`);
    return c.json({ keys: keys.publicJwks.map((jwk) => ({ ...jwk, key_ops: ["verify"] })) });
  };
}

/** Responds to each disabled endpoint with the error code that the client library expects. */
export function addDisabledEndpoints(app: Hono<BackendEnv>, deps: AuthDeps): void {
  const saml = reject(404, "saml_provider_disabled", "SAML 2.0 is disabled");
  app.all("/sso", saml);
  app.all("/sso/*", saml);
  app.all("/admin/sso/*", forAdmin(saml));

  const passkeys = reject(404, "passkey_disabled", "Passkeys are disabled");
  app.all("/passkeys", passkeys);
  app.all("/passkeys/*", passkeys);
  app.all("/admin/users/:id/passkeys", forAdmin(passkeys));
  app.all("/admin/users/:id/passkeys/:passkey", forAdmin(passkeys));

  const feature = reject(404, "feature_disabled", "This feature is disabled");
  app.all("/oauth/*", feature);
  app.all("/user/oauth/*", forSignedIn(deps, feature));
  app.all("/admin/oauth/*", forAdmin(feature));
  app.all("/admin/custom-providers/*", forAdmin(feature));
}

function reject(status: 404, code: string, message: string): Handler<BackendEnv> {
  return () => {
    throw new AuthError(status, code, message);
  };
}

function forSignedIn(deps: AuthDeps, next: Handler<BackendEnv>): Handler<BackendEnv> {
  return async (c, done) => {
    await authenticate(c, deps);
    return next(c, done);
  };
}

function forAdmin(next: Handler<BackendEnv>): Handler<BackendEnv> {
  return (c, done) => {
    requireServiceRole(c);
    return next(c, done);
  };
}
