import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ISql } from "postgres";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { isUuid } from "#server/backend/auth/protocol/uuid.ts";

const SECRET_BYTES = 32;

/** A row of auth.oauth_clients: an application that signs people in by this server. */
export type ClientRow = {
  readonly id: string;
  readonly client_secret_hash: string | null;
  readonly registration_type: "dynamic" | "manual";
  /** Parted by commas. */
  readonly redirect_uris: string;
  /** Parted by commas. */
  readonly grant_types: string;
  readonly client_name: string | null;
  readonly client_uri: string | null;
  readonly logo_uri: string | null;
  readonly client_type: "public" | "confidential";
  readonly token_endpoint_auth_method: string;
  readonly created_at: Date;
  readonly updated_at: Date;
};

export async function findClient(sql: ISql, id: string): Promise<ClientRow | null> {
  if (!isUuid(id)) return null;
  const rows = await sql<ClientRow[]>`
    select * from auth.oauth_clients where id = ${id} and deleted_at is null`;
  return rows[0] ?? null;
}

export function redirectUrisOf({ redirect_uris: text }: ClientRow): string[] {
  return text.split(",");
}

export function grantTypesOf({ grant_types: text }: ClientRow): string[] {
  return text.split(",");
}

/** A client as the operator's part of the library knows it. */
export function toClientJson(client: ClientRow, secret: string | null = null): JsonObject {
  return {
    client_id: client.id,
    client_type: client.client_type,
    ...(secret === null ? {} : { client_secret: secret }),
    redirect_uris: redirectUrisOf(client),
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    grant_types: grantTypesOf(client),
    response_types: ["code"],
    ...withoutEmpty({
      client_name: client.client_name,
      client_uri: client.client_uri,
      logo_uri: client.logo_uri,
    }),
    registration_type: client.registration_type,
    created_at: client.created_at.toISOString(),
    updated_at: client.updated_at.toISOString(),
  };
}

/** What people are told about a client. */
export function presentClient(client: ClientRow): JsonObject {
  return {
    id: client.id,
    name: client.client_name ?? "",
    uri: client.client_uri ?? "",
    logo_uri: client.logo_uri ?? "",
  };
}

/** A secret for a client, told once; the table holds its sum alone. */
export function makeClientSecret(): { readonly secret: string; readonly hash: string } {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  return { secret, hash: hashSecret(secret) };
}

export function isClientSecret(client: ClientRow, presented: string): boolean {
  const [kept, given] = [
    Buffer.from(client.client_secret_hash ?? ""),
    Buffer.from(hashSecret(presented)),
  ];
  return kept.length === given.length && timingSafeEqual(kept, given);
}

function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

function withoutEmpty(values: Readonly<Record<string, string | null>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== ""),
  );
}
