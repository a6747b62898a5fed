import type { ISql, TransactionSql } from "postgres";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

export type FactorType = "totp" | "phone" | "webauthn" | "recovery_code";

/** A row of auth.mfa_factors. */
export type FactorRow = {
  readonly id: string;
  readonly user_id: string;
  readonly friendly_name: string | null;
  readonly factor_type: FactorType;
  readonly status: "unverified" | "verified";
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Encrypted, except imported secrets. */
  readonly secret: string | null;
  readonly phone: string | null;
  readonly last_challenged_at: Date | null;
  readonly web_authn_credential: unknown;
};

export function listFactors(sql: ISql, userIds: readonly string[]): Promise<FactorRow[]> {
  return sql<FactorRow[]>`
    select * from auth.mfa_factors where user_id in ${sql(userIds)} order by created_at, id`;
}

export async function findFactor(
  sql: ISql,
  factor: { readonly id: string; readonly userId: string },
): Promise<FactorRow | null> {
  const rows = await sql<FactorRow[]>`
    select * from auth.mfa_factors where id = ${factor.id} and user_id = ${factor.userId}`;
  return rows[0] ?? null;
}

export async function insertFactor(
  tx: TransactionSql,
  factor: Pick<FactorRow, "id" | "user_id" | "factor_type" | "status"> & {
    readonly friendly_name: string;
    readonly secret?: string;
    readonly phone?: string;
  },
  now: Date,
): Promise<void> {
  await tx`
    insert into auth.mfa_factors
      (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
    values
      (${factor.id}, ${factor.user_id}, ${factor.friendly_name}, ${factor.factor_type},
       ${factor.status}, ${factor.secret ?? null}, ${factor.phone ?? null}, ${now}, ${now})`;
}

export async function deleteFactor(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from auth.mfa_factors where id = ${id}`;
}

/** Returns true when the account has a verified factor and so requires aal2. */
export async function hasVerifiedFactor(sql: ISql, userId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  return rows.length > 0;
}

/** Public fields of a factor, in the client library's format. */
export function toFactorJson(factor: FactorRow): JsonObject {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    ...(factor.friendly_name === null || factor.friendly_name === ""
      ? {}
      : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    ...(factor.phone === null ? {} : { phone: factor.phone }),
    ...(factor.last_challenged_at === null
      ? {}
      : { last_challenged_at: factor.last_challenged_at.toISOString() }),
  };
}
