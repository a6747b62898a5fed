import * as v from "valibot";
import type { ISql, TransactionSql } from "postgres";
import { jsonObject, type JsonObject } from "@reign-tv/kit/json-object.ts";

/** A user's verified identity at a provider. */
export const externalIdentitySchema = v.pipe(
  v.object({
    /** "google", "web3", ... */
    provider: v.string(),
    /** The user's id at the provider. */
    subject: v.string(),
    /** In lower case. */
    email: v.nullable(v.string()),
    isEmailVerified: v.boolean(),
    /** Data of the provider for identity_data and user_metadata. */
    claims: jsonObject,
  }),
  v.readonly(),
);
export type ExternalIdentity = v.InferOutput<typeof externalIdentitySchema>;

/** A row of auth.identities. */
export type IdentityRow = {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: JsonObject;
  readonly provider: string;
  readonly last_sign_in_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly email: string | null;
};

/** `providerId` is the user's id at the provider. */
export type NewIdentity = {
  readonly userId: string;
  readonly provider: string;
  readonly providerId: string;
  readonly data: JsonObject;
};

export function listIdentities(sql: ISql, userIds: readonly string[]): Promise<IdentityRow[]> {
  return sql<IdentityRow[]>`
    select * from auth.identities where user_id in ${sql(userIds)} order by created_at, id`;
}

export async function insertIdentity(
  tx: TransactionSql,
  { userId, provider, providerId, data }: NewIdentity,
  now: Date,
): Promise<void> {
  await tx`
    insert into auth.identities
      (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values
      (${providerId}, ${userId}, ${tx.json(data)}, ${provider}, ${now}, ${now}, ${now})`;
}

/** The identity of an account's own email address or phone number. */
export function localIdentity(account: {
  readonly userId: string;
  readonly provider: "email" | "phone";
  readonly address: string;
  readonly isVerified: boolean;
}): NewIdentity {
  const { userId, provider, address, isVerified } = account;
  const data: JsonObject = {
    sub: userId,
    [provider]: address,
    email_verified: provider === "email" && isVerified,
    phone_verified: provider === "phone" && isVerified,
  };
  return { userId, provider, providerId: userId, data };
}

/** Changes the email address or phone number of an identity, or creates the identity. */
export async function updateLocalIdentity(
  tx: TransactionSql,
  account: Parameters<typeof localIdentity>[0],
  now: Date,
): Promise<void> {
  const { userId, provider, address } = account;
  const moved = await tx`
    update auth.identities set
      identity_data = identity_data || ${tx.json({ [provider]: address })}, updated_at = ${now}
    where user_id = ${userId} and provider = ${provider} returning 1`;
  if (moved.length > 0) return;
  await insertIdentity(tx, localIdentity(account), now);
  await refreshProviders(tx, userId);
}

/** Writes the account's providers to app_metadata: `providers`, and the first as `provider`. */
export async function refreshProviders(tx: TransactionSql, userId: string): Promise<void> {
  await tx`
    update auth.users u set raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object(
      'providers', ways.names,
      'provider', case when ways.names @> jsonb_build_array(u.raw_app_meta_data -> 'provider')
                       then u.raw_app_meta_data -> 'provider' else ways.names -> 0 end)
    from (
      select jsonb_agg(provider order by first_at, provider) as names
      from (select provider, min(created_at) as first_at from auth.identities
            where user_id = ${userId} group by provider) listed
    ) ways
    where u.id = ${userId} and ways.names is not null`;
}
