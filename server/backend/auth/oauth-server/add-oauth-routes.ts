import type { Hono } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { authorizeClient } from "./authorize-client.ts";
import { describeServer, listGrants, revokeGrant, showUserInfo } from "./client-grants.ts";
import { decideAuthorization, showAuthorization } from "./decide-authorization.ts";
import { grantClientToken } from "./grant-client-token.ts";
import {
  createClient,
  deleteClient,
  editClient,
  listClients,
  registerClient,
  renewClientSecret,
  showClient,
} from "./manage-clients.ts";

/** Everything by which other applications sign people in. */
export function addOAuthRoutes(app: Hono<BackendEnv>, parts: AuthDeps): void {
  app.get("/.well-known/oauth-authorization-server", describeServer(parts));
  app.get("/.well-known/openid-configuration", describeServer(parts));
  app.get("/oauth/authorize", authorizeClient(parts));
  app.post("/oauth/token", grantClientToken(parts));
  app.get("/oauth/userinfo", showUserInfo(parts));
  app.post("/oauth/clients/register", registerClient(parts));
  app.get("/oauth/authorizations/:authorization", showAuthorization(parts));
  app.post("/oauth/authorizations/:authorization/consent", decideAuthorization(parts));
  app.get("/user/oauth/grants", listGrants(parts));
  app.delete("/user/oauth/grants", revokeGrant(parts));
  app.get("/admin/oauth/clients", listClients(parts));
  app.post("/admin/oauth/clients", createClient(parts));
  app.get("/admin/oauth/clients/:client", showClient(parts));
  app.put("/admin/oauth/clients/:client", editClient(parts));
  app.delete("/admin/oauth/clients/:client", deleteClient(parts));
  app.post("/admin/oauth/clients/:client/regenerate_secret", renewClientSecret(parts));
}
