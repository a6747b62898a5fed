import { randomUUID } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/** A row of auth.webauthn_credentials; bytes are base64url. */
export type PasskeyRow = {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly isBackedUp: boolean;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

const base64url = (bytes: Buffer): string => bytes.toString("base64url");

type RawRow = Omit<PasskeyRow, "credentialId" | "publicKey" | "signCount"> & {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: string;
};

export async function findPasskeys(
  sql: ISql,
  wanted: { readonly userId: string } | { readonly credentialId: string },
): Promise<PasskeyRow[]> {
  const rows = await sql<RawRow[]>`
    select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
      sign_count as "signCount", transports, backed_up as "isBackedUp", friendly_name as name,
      created_at as "createdAt", last_used_at as "lastUsedAt"
    from auth.webauthn_credentials
    where ${
      "userId" in wanted
        ? sql`user_id = ${wanted.userId}`
        : sql`credential_id = ${Buffer.from(wanted.credentialId, "base64url")}`
    }
    order by created_at, id`;
  return rows.map((row) => ({
    ...row,
    credentialId: base64url(row.credentialId),
    publicKey: base64url(row.publicKey),
    signCount: Number(row.signCount),
  }));
}

export async function insertPasskey(
  tx: TransactionSql,
  passkey: {
    readonly userId: string;
    readonly credentialId: string;
    readonly publicKey: string;
    readonly signCount: number;
    readonly transports: readonly string[];
    readonly isBackupEligible: boolean;
    readonly isBackedUp: boolean;
    readonly aaguid: string;
  },
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await tx`
    insert into auth.webauthn_credentials (
      id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
      backup_eligible, backed_up, created_at, updated_at
    ) values (
      ${id}, ${passkey.userId}, ${Buffer.from(passkey.credentialId, "base64url")},
      ${Buffer.from(passkey.publicKey, "base64url")}, 'none', ${passkey.aaguid || null},
      ${passkey.signCount}, ${tx.json([...passkey.transports])}, ${passkey.isBackupEligible},
      ${passkey.isBackedUp}, ${now}, ${now}
    )`;
  return id;
}

export async function markPasskeyUsed(
  tx: TransactionSql,
  use: { readonly id: string; readonly signCount: number; readonly isBackedUp: boolean },
  now: Date,
): Promise<void> {
  await tx`
    update auth.webauthn_credentials set
      sign_count = ${use.signCount}, backed_up = ${use.isBackedUp}, last_used_at = ${now},
      updated_at = ${now}
    where id = ${use.id}`;
}

/** A passkey in the client library's format. */
export function toPasskeyJson(passkey: PasskeyRow): JsonObject {
  const { id, name, createdAt, lastUsedAt } = passkey;
  return {
    id,
    ...(name === "" ? {} : { friendly_name: name }),
    created_at: createdAt.toISOString(),
    ...(lastUsedAt === null ? {} : { last_used_at: lastUsedAt.toISOString() }),
  };
}
