import type { Handler, Hono } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { authenticate, requireServiceRole } from "./authenticate.ts";

/**
 * Answers every endpoint that is not on with the refusal by which the client library knows a
 * disabled feature, never with an unknown path or a fault.
 */
export function addDisabledEndpoints(app: Hono<BackendEnv>, parts: AuthDeps): void {
  const saml = refuse(404, "saml_provider_disabled", "SAML 2.0 is disabled");
  app.all("/sso", saml);
  app.all("/sso/*", saml);
  app.all("/admin/sso/*", forAdmin(saml));

  const passkeys = refuse(404, "passkey_disabled", "Passkeys are disabled");
  app.all("/passkeys", passkeys);
  app.all("/passkeys/*", passkeys);
  app.all("/admin/users/:id/passkeys", forAdmin(passkeys));
  app.all("/admin/users/:id/passkeys/:passkey", forAdmin(passkeys));

  const feature = refuse(404, "feature_disabled", "This feature is disabled");
  app.all("/oauth/*", feature);
  app.all("/user/oauth/*", forSignedIn(parts, feature));
  app.all("/admin/oauth/*", forAdmin(feature));
}

function refuse(status: 404, code: string, message: string): Handler<BackendEnv> {
  return () => {
    throw new AuthError(status, code, message);
  };
}

function forSignedIn(parts: AuthDeps, next: Handler<BackendEnv>): Handler<BackendEnv> {
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
