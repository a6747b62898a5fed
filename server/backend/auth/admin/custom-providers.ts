import { randomUUID } from "node:crypto";
import type { Context, Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { requireServiceRole } from "#server/backend/auth/endpoints/authenticate.ts";
import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import {
  type CustomProviderRow,
  findCustomProvider,
  sealClientSecret,
  toCustomProviderJson,
} from "#server/backend/auth/providers/custom-provider-store.ts";
import { CUSTOM_PREFIX } from "#server/backend/auth/providers/provider-registry.ts";
import { isSecureUrl } from "#server/backend/auth/protocol/is-secure-url.ts";

const NAME_MAX_CHARACTERS = 100;
const PROVIDERS_MAX = 50;
/** What may be changed, as a new provider has it. */
type Fields = Omit<
  CustomProviderRow,
  "id" | "provider_type" | "identifier" | "client_secret" | "created_at" | "updated_at"
>;
const NEW_FIELDS: Fields = {
  name: "",
  client_id: "",
  acceptable_client_ids: [],
  scopes: [],
  custom_claims_allowlist: [],
  pkce_enabled: true,
  attribute_mapping: {},
  authorization_params: {},
  enabled: true,
  email_optional: false,
  issuer: null,
  discovery_url: null,
  skip_nonce_check: false,
  authorization_url: null,
  token_url: null,
  userinfo_url: null,
  jwks_uri: null,
};
/** Parameters of a visit that are ours to say. */
const RESERVED = ["client_id", "client_secret", "redirect_uri", "response_type", "state", "nonce"];
const ADDRESSES = [
  "issuer",
  "discovery_url",
  "authorization_url",
  "token_url",
  "userinfo_url",
  "jwks_uri",
] as const;

const list = z.array(z.string()).optional();
const flag = z.boolean().optional();
const address = z.string().optional();
/** What may be changed; absent stays. */
const editBody = z.object({
  name: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  acceptable_client_ids: list,
  scopes: list,
  custom_claims_allowlist: list,
  pkce_enabled: flag,
  attribute_mapping: z.record(z.string(), z.json()).optional(),
  authorization_params: z.record(z.string(), z.string()).optional(),
  enabled: flag,
  email_optional: flag,
  issuer: address,
  discovery_url: address,
  skip_nonce_check: flag,
  authorization_url: address,
  token_url: address,
  userinfo_url: address,
  jwks_uri: address,
});
const createBody = editBody.extend({ provider_type: optionalText, identifier: optionalText });
type EditBody = z.infer<typeof editBody>;
type CreateBody = z.infer<typeof createBody>;

/** GET /admin/custom-providers?type */
export function listCustomProviders(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const type = c.req.query("type") ?? "";
    if (type !== "" && type !== "oauth2" && type !== "oidc") {
      throw validationFailed("type must be either 'oauth2' or 'oidc'");
    }
    const rows = await parts.sql<CustomProviderRow[]>`
      select * from auth.custom_oauth_providers
      where ${type} in ('', provider_type) order by created_at, id`;
    return c.json({ providers: rows.map(toCustomProviderJson) });
  };
}

/** POST /admin/custom-providers */
export function createCustomProvider(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const body = await readBody(c, createBody);
    assertWhole(body);
    assertFits(body);
    const [counted] = await parts.sql<{ total: number }[]>`
      select count(*)::int as total from auth.custom_oauth_providers`;
    if ((counted?.total ?? 0) >= PROVIDERS_MAX) {
      const message = "Maximum number of custom OAuth/OIDC providers reached";
      throw new AuthError(400, "over_quota", message);
    }
    const now = new Date(parts.now());
    const row = {
      ...columnsOf(parts, body, NEW_FIELDS),
      id: randomUUID(),
      provider_type: body.provider_type,
      identifier: body.identifier,
      client_secret: sealClientSecret(body.client_secret ?? "", parts.keys.hmacSecret),
      created_at: now,
      updated_at: now,
    };
    const [made] = await parts.sql<CustomProviderRow[]>`
      insert into auth.custom_oauth_providers ${parts.sql(row)}
      on conflict (identifier) do nothing returning *`;
    if (made !== undefined) return c.json(toCustomProviderJson(made), 201);
    const message = "A custom OAuth provider with this identifier already exists";
    throw new AuthError(400, "conflict", message);
  };
}

/** GET /admin/custom-providers/{identifier} */
export function showCustomProvider(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    return c.json(toCustomProviderJson(await findAddressedProvider(c, parts)));
  };
}

/** PUT /admin/custom-providers/{identifier} */
export function editCustomProvider(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const current = await findAddressedProvider(c, parts);
    const body = await readBody(c, editBody);
    assertFits(body);
    const secret = body.client_secret ?? "";
    const change = {
      ...columnsOf(parts, body, current),
      client_secret:
        secret === "" ? current.client_secret : sealClientSecret(secret, parts.keys.hmacSecret),
      updated_at: new Date(parts.now()),
    };
    await parts.sql`
      update auth.custom_oauth_providers set ${parts.sql(change)} where id = ${current.id}`;
    return c.json(toCustomProviderJson(await findAddressedProvider(c, parts)));
  };
}

/** DELETE /admin/custom-providers/{identifier} */
export function deleteCustomProvider(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const { id } = await findAddressedProvider(c, parts);
    await parts.sql`delete from auth.custom_oauth_providers where id = ${id}`;
    return c.body(null, 204);
  };
}

async function findAddressedProvider(
  c: Context<BackendEnv>,
  parts: AuthDeps,
): Promise<CustomProviderRow> {
  const identifier = c.req.param("identifier") ?? "";
  assertPrefixed(identifier);
  const row = await findCustomProvider(parts.sql, identifier);
  if (row !== null) return row;
  throw new AuthError(404, "provider_not_found", "Custom OAuth provider not found");
}

function assertPrefixed(identifier: string): void {
  if (identifier.startsWith(CUSTOM_PREFIX)) return;
  const message = `identifier must start with 'custom:' prefix, e.g. 'custom:${identifier}'`;
  throw validationFailed(message);
}

/** @throws AuthError 400 validation_failed for a new provider that lacks something. */
function assertWhole(body: CreateBody): void {
  const { provider_type: type, identifier } = body;
  if (type !== "oauth2" && type !== "oidc") {
    throw validationFailed("provider_type must be either 'oauth2' or 'oidc'");
  }
  if (identifier === "") throw validationFailed("identifier is required");
  assertPrefixed(identifier);
  if (!/^custom:[\w.-]{1,50}$/.test(identifier)) {
    throw validationFailed("identifier may only contain letters, digits, '_', '-' and '.'");
  }
  for (const name of ["name", "client_id", "client_secret"] as const) {
    if (!body[name]) throw validationFailed(`${name} is required`);
  }
  if (type === "oidc" && !body.issuer) {
    throw validationFailed("issuer is required for OIDC providers");
  }
  for (const name of ["authorization_url", "token_url", "userinfo_url"] as const) {
    if (type === "oauth2" && !body[name]) {
      throw validationFailed(`${name} is required for OAuth2 providers`);
    }
  }
}

/** @throws AuthError 400 validation_failed for what no provider may have. */
function assertFits(body: EditBody): void {
  if ((body.name ?? "").length > NAME_MAX_CHARACTERS) throw validationFailed("name is too long");
  for (const name of ADDRESSES) {
    const value = body[name] ?? "";
    if (value !== "" && !isProviderAddress(value)) {
      throw validationFailed(`${name} must be an https URL`);
    }
  }
  const reserved = Object.keys(body.authorization_params ?? {}).find((name) =>
    RESERVED.includes(name),
  );
  if (reserved !== undefined) {
    throw validationFailed(`authorization_params cannot contain reserved parameter '${reserved}'`);
  }
}

function isProviderAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return isSecureUrl(url);
}

/** Columns after a change: what the request names, else what is there. */
function columnsOf({ sql }: AuthDeps, body: EditBody, current: Fields) {
  const named = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => name in NEW_FIELDS && value !== undefined),
  );
  const next: Fields = { ...current, ...named };
  return {
    ...next,
    acceptable_client_ids: [...next.acceptable_client_ids],
    scopes: [...next.scopes],
    custom_claims_allowlist: [...next.custom_claims_allowlist],
    attribute_mapping: sql.json(next.attribute_mapping),
    authorization_params: sql.json(next.authorization_params),
  };
}
