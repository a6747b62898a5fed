import type { Handler } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { authenticate } from "#server/backend/auth/endpoints/authenticate.ts";
import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { isUuid } from "#server/backend/auth/protocol/uuid.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { type ClientRow, presentClient } from "./client-store.ts";
import { claimsOf } from "./grant-client-token.ts";

/** GET /user/oauth/grants: which applications somebody has let in. */
export function listGrants(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, parts);
    const rows = await parts.sql<(ClientRow & { scopes: string; granted_at: Date })[]>`
      select clients.*, consents.scopes, consents.granted_at
      from auth.oauth_consents consents
      join auth.oauth_clients clients on clients.id = consents.client_id
      where consents.user_id = ${user.id} and consents.revoked_at is null
        and clients.deleted_at is null
      order by consents.granted_at desc`;
    return c.json(
      rows.map((row) => ({
        client: presentClient(row),
        scopes: row.scopes.split(" "),
        granted_at: row.granted_at.toISOString(),
      })),
    );
  };
}

/** DELETE /user/oauth/grants?client_id: an application is let in no more, at once. */
export function revokeGrant(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, parts);
    const clientId = c.req.query("client_id") ?? "";
    if (clientId === "") throw validationFailed("client_id is required");
    if (!isUuid(clientId)) throw validationFailed("invalid client_id format");
    const origin = originOf(c);
    await parts.sql.begin(async (tx) => {
      const now = new Date(parts.now());
      const revoked = await tx`
        update auth.oauth_consents set revoked_at = ${now}
        where user_id = ${user.id} and client_id = ${clientId} and revoked_at is null
        returning 1`;
      if (revoked.length === 0) {
        const message = "No active grant found for this client";
        throw new AuthError(404, "oauth_consent_not_found", message);
      }
      await tx`
        delete from auth.sessions where user_id = ${user.id} and oauth_client_id = ${clientId}`;
      await recordAudit(tx, { action: "token_revoked", userId: user.id, origin, now });
    });
    return c.body(null, 204);
  };
}

/** GET /oauth/userinfo: who an application's access token stands for. */
export function showUserInfo(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user, session } = await authenticate(c, parts, { allowsClients: true });
    const scopes = session.scopes?.split(" ") ?? ["email", "phone", "profile"];
    return c.json({ sub: user.id, ...claimsOf(user, scopes) });
  };
}

/** GET /.well-known/oauth-authorization-server (RFC 8414) and openid-configuration. */
export function describeServer({ settings }: AuthDeps): Handler<BackendEnv> {
  const issuer = `${settings.siteUrl}/auth/v1`;
  const { allowsRegistration } = settings.oauthServer;
  return (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      userinfo_endpoint: `${issuer}/oauth/userinfo`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      ...(allowsRegistration ? { registration_endpoint: `${issuer}/oauth/clients/register` } : {}),
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      code_challenge_methods_supported: ["S256", "plain"],
      scopes_supported: ["openid", "email", "profile", "phone"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
      authorization_response_iss_parameter_supported: true,
    });
}
