import type { Handler } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { KNOWN_PROVIDERS } from "#server/backend/auth/providers/known-providers.ts";

/** Other servers may keep the public keys for as long. */
const JWKS_MAX_AGE_S = 600;

/** GET /settings: which ways to sign in are on. */
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

/** GET /health: answers without the database. */
export function getHealth(): Handler<BackendEnv> {
  return (c) =>
    c.json({
      version: "v2",
      name: "GoTrue",
      description: "GoTrue is a user registration and authentication API",
    });
}

/** GET /.well-known/jwks.json: the public keys that sessions are signed with. */
export function getJwks({ keys }: AuthDeps): Handler<BackendEnv> {
  return (c) => {
    c.header("Cache-Control", `public, max-age=${JWKS_MAX_AGE_S}`);
    return c.json({ keys: keys.publicJwks.map((jwk) => ({ ...jwk, key_ops: ["verify"] })) });
  };
}
