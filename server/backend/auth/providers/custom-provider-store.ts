import type { ISql } from "postgres";
import { z } from "zod";
import { deriveKey } from "#server/backend/auth/protocol/derive-key.ts";
import { jsonObject, type JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { unseal, seal } from "#server/kit/seal.ts";
import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";

/** A row of auth.custom_oauth_providers: a provider that the operator has added. */
export type CustomProviderRow = {
  readonly id: string;
  readonly provider_type: "oauth2" | "oidc";
  readonly identifier: string;
  readonly name: string;
  readonly client_id: string;
  /** Sealed. */
  readonly client_secret: string;
  readonly acceptable_client_ids: readonly string[];
  readonly scopes: readonly string[];
  readonly custom_claims_allowlist: readonly string[];
  readonly pkce_enabled: boolean;
  readonly attribute_mapping: JsonObject;
  readonly authorization_params: JsonObject;
  readonly enabled: boolean;
  readonly email_optional: boolean;
  readonly issuer: string | null;
  readonly discovery_url: string | null;
  readonly skip_nonce_check: boolean;
  readonly authorization_url: string | null;
  readonly token_url: string | null;
  readonly userinfo_url: string | null;
  readonly jwks_uri: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** Columns that are this server's own business. */
const UNTOLD = new Set(["client_secret", "cached_discovery", "discovery_cached_at"]);

const texts = z.record(z.string(), z.string());

export async function findCustomProvider(
  sql: ISql,
  identifier: string,
): Promise<CustomProviderRow | null> {
  const rows = await sql<CustomProviderRow[]>`
    select * from auth.custom_oauth_providers where identifier = ${identifier}`;
  return rows[0] ?? null;
}

/** @param hmacSecret the backend's secret, of which a key for this purpose is split. */
export function sealClientSecret(secret: string, hmacSecret: Uint8Array): string {
  return seal(secret, sealingKey(hmacSecret));
}

/** @throws Error when another key has sealed it. */
export function openClientSecret(sealed: string, hmacSecret: Uint8Array): string {
  return unseal(sealed, sealingKey(hmacSecret));
}

export function toProviderSettings(
  row: CustomProviderRow,
  hmacSecret: Uint8Array,
): ProviderSettings {
  const { authorization_url: authorize, token_url: token, userinfo_url: profile } = row;
  const isPlain = row.provider_type === "oauth2";
  return {
    clientIds: [row.client_id, ...row.acceptable_client_ids],
    secret: openClientSecret(row.client_secret, hmacSecret),
    issuer: isPlain ? null : row.issuer,
    scopes: row.scopes.length === 0 ? null : row.scopes.join(" "),
    skipNonceCheck: row.skip_nonce_check,
    isEmailOptional: row.email_optional,
    siteBase: null,
    apiBase: null,
    ...(isPlain && authorize !== null && token !== null && profile !== null
      ? { endpoints: { authorize, token, profile } }
      : {}),
    usesPkce: row.pkce_enabled,
    attributeMapping: row.attribute_mapping,
    customClaims: row.custom_claims_allowlist,
    ...(row.discovery_url ? { discoveryUrl: row.discovery_url } : {}),
    ...(row.jwks_uri ? { jwksUri: row.jwks_uri } : {}),
    authorizationParams: texts.safeParse(row.authorization_params).data ?? {},
  };
}

/** A provider as the operator's part of the library knows it; the secret is never told. */
export function toCustomProviderJson(row: CustomProviderRow): JsonObject {
  const told = Object.entries(row).filter(
    ([name, value]) => value !== null && !UNTOLD.has(name) && !(value instanceof Date),
  );
  return {
    ...jsonObject.parse(Object.fromEntries(told)),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function sealingKey(hmacSecret: Uint8Array): Buffer {
  return deriveKey(hmacSecret, "custom-provider");
}
