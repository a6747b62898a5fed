import { randomUUID } from "node:crypto";
import type { Context, Handler } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { readPage, setPageHeaders } from "#server/backend/auth/admin/paging.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { requireServiceRole } from "#server/backend/auth/endpoints/authenticate.ts";
import { takeClientRegistration } from "#server/backend/auth/endpoints/limits.ts";
import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { type JsonObject, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { isUuid } from "#server/backend/auth/protocol/uuid.ts";
import { AUDIENCE } from "#server/backend/auth/store/user-store.ts";
import { assertClientFits, authMethodOf, type ClientBody, clientBody } from "./client-rules.ts";
import { type ClientRow, findClient, makeClientSecret, toClientJson } from "./client-store.ts";

const PATH = "/admin/oauth/clients";

/** GET /admin/oauth/clients?page&per_page: newest first. */
export function listClients(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const { page, perPage } = readPage(c);
    const clients = await parts.sql<ClientRow[]>`
      select * from auth.oauth_clients where deleted_at is null
      order by created_at desc, id limit ${perPage} offset ${(page - 1) * perPage}`;
    const [counted] = await parts.sql<{ total: number }[]>`
      select count(*)::int as total from auth.oauth_clients where deleted_at is null`;
    setPageHeaders(c, parts, { page, perPage, path: PATH, total: counted?.total ?? 0 });
    return c.json({ clients: clients.map((client) => toClientJson(client)), aud: AUDIENCE });
  };
}

/** POST /admin/oauth/clients */
export function createClient(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    return c.json(await register(parts, await readBody(c, clientBody), "manual"), 201);
  };
}

/** POST /oauth/clients/register: an application registers itself (RFC 7591), where that is allowed. */
export function registerClient(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    if (!parts.settings.oauthServer.allowsRegistration) {
      const message = "Dynamic client registration is not enabled";
      throw new AuthError(403, "oauth_dynamic_client_registration_disabled", message);
    }
    await takeClientRegistration(parts, originOf(c));
    return c.json(await register(parts, await readBody(c, clientBody), "dynamic"), 201);
  };
}

/** GET /admin/oauth/clients/{id} */
export function showClient(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    return c.json(toClientJson(await findAddressedClient(c, parts)));
  };
}

/** PUT /admin/oauth/clients/{id} */
export function editClient(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const client = await findAddressedClient(c, parts);
    const body = await readBody(c, clientBody);
    const isEmpty = Object.values(body).every((value) => value === undefined || value === null);
    if (isEmpty) throw validationFailed("No fields provided for update");
    assertClientFits(body, { isNew: false });
    const method = body.token_endpoint_auth_method
      ? authMethodOf({ ...body, client_type: client.client_type }, "client_secret_basic")
      : client.token_endpoint_auth_method;
    await parts.sql`
      update auth.oauth_clients set
        redirect_uris = ${body.redirect_uris?.join(",") ?? client.redirect_uris},
        grant_types = ${body.grant_types?.join(",") ?? client.grant_types},
        client_name = ${body.client_name ?? client.client_name},
        client_uri = ${body.client_uri ?? client.client_uri},
        logo_uri = ${body.logo_uri ?? client.logo_uri},
        token_endpoint_auth_method = ${method},
        updated_at = ${new Date(parts.now())}
      where id = ${client.id}`;
    return c.json(toClientJson(await findAddressedClient(c, parts)));
  };
}

/** DELETE /admin/oauth/clients/{id}: its sessions end with it. */
export function deleteClient(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const client = await findAddressedClient(c, parts);
    await parts.sql.begin(async (tx) => {
      const now = new Date(parts.now());
      await tx`update auth.oauth_clients set deleted_at = ${now} where id = ${client.id}`;
      await tx`delete from auth.sessions where oauth_client_id = ${client.id}`;
      await tx`delete from auth.oauth_consents where client_id = ${client.id}`;
      await tx`delete from auth.oauth_authorizations where client_id = ${client.id}`;
    });
    return c.body(null, 204);
  };
}

/** POST /admin/oauth/clients/{id}/regenerate_secret */
export function renewClientSecret(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const client = await findAddressedClient(c, parts);
    if (client.client_type === "public") {
      throw validationFailed("Cannot regenerate secret for public client");
    }
    const { secret, hash } = makeClientSecret();
    await parts.sql`
      update auth.oauth_clients set
        client_secret_hash = ${hash}, updated_at = ${new Date(parts.now())}
      where id = ${client.id}`;
    return c.json(toClientJson(await findAddressedClient(c, parts), secret));
  };
}

async function register(
  parts: AuthDeps,
  body: ClientBody,
  type: ClientRow["registration_type"],
): Promise<JsonObject> {
  assertClientFits(body, { isNew: true });
  const method = authMethodOf(body, "client_secret_basic");
  const made = method === "none" ? null : makeClientSecret();
  const now = new Date(parts.now());
  const [client] = await parts.sql<ClientRow[]>`
    insert into auth.oauth_clients (
      id, client_secret_hash, registration_type, redirect_uris, grant_types, client_name,
      client_uri, logo_uri, client_type, token_endpoint_auth_method, created_at, updated_at
    ) values (
      ${randomUUID()}, ${made?.hash ?? null}, ${type}, ${(body.redirect_uris ?? []).join(",")},
      ${(body.grant_types ?? ["authorization_code", "refresh_token"]).join(",")},
      ${body.client_name ?? null}, ${body.client_uri ?? null}, ${body.logo_uri ?? null},
      ${made === null ? "public" : "confidential"}, ${method}, ${now}, ${now}
    ) returning *`;
  if (client === undefined) throw new Error("A client that was just kept is gone.");
  return toClientJson(client, made?.secret ?? null);
}

async function findAddressedClient(c: Context<BackendEnv>, parts: AuthDeps): Promise<ClientRow> {
  const id = c.req.param("client") ?? "";
  if (!isUuid(id)) throw validationFailed("invalid client_id format");
  const client = await findClient(parts.sql, id);
  if (client === null) throw clientNotFound(404);
  return client;
}

export function clientNotFound(status: 400 | 404): AuthError {
  const message = status === 404 ? "OAuth client not found" : "invalid client_id";
  return new AuthError(status, "oauth_client_not_found", message);
}
