import { randomUUID } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import { isUniqueViolation } from "#server/backend/auth/protocol/database-error.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";

/** Every token of the service is for this audience, every user has this role. */
export const AUDIENCE = "authenticated";
const EMAIL_INDEX = "users_email_partial_key";

/** A row of auth.users, without what no reader needs. */
export type UserRow = {
  readonly id: string;
  /** Null in rows that were imported without; they count as AUDIENCE. */
  readonly aud: string | null;
  readonly role: string | null;
  readonly email: string | null;
  /** PHC string or bcrypt; "" for an account without a password. */
  readonly encrypted_password: string;
  readonly email_confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string;
  readonly email_change_sent_at: Date | null;
  readonly email_change_confirm_status: number;
  readonly reauthentication_sent_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: JsonObject;
  readonly raw_user_meta_data: JsonObject;
  readonly phone: string | null;
  readonly phone_confirmed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly banned_until: Date | null;
  readonly deleted_at: Date | null;
  readonly is_anonymous: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
};

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

/** What a new account is made of. */
export type NewUser = {
  readonly id?: string;
  readonly email: string;
  /** PHC string or bcrypt; "" for none. */
  readonly passwordHash: string;
  readonly userMetadata: JsonObject;
  readonly appMetadata?: JsonObject;
  readonly isConfirmed: boolean;
  readonly invitedAt?: Date;
  readonly bannedUntil?: Date | null;
};

export async function findUserByEmail(sql: ISql, email: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`
    select * from auth.users where email = ${email} and is_sso_user = false`;
  return rows[0] ?? null;
}

export async function findUserById(sql: ISql, id: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`select * from auth.users where id = ${id}`;
  return rows[0] ?? null;
}

/** The row locked until the transaction ends, for changes that depend on what it says. */
export async function lockUser(tx: TransactionSql, id: string): Promise<UserRow | null> {
  const rows = await tx<UserRow[]>`select * from auth.users where id = ${id} for update`;
  return rows[0] ?? null;
}

export function listIdentities(sql: ISql, userIds: readonly string[]): Promise<IdentityRow[]> {
  return sql<IdentityRow[]>`
    select * from auth.identities where user_id in ${sql(userIds)} order by created_at, id`;
}

/**
 * Adds an account with its e-mail identity; the product's triggers run in the same transaction.
 *
 * @returns null when the address has an account already, also one that was made a moment ago.
 */
export async function insertUser(
  tx: TransactionSql,
  user: NewUser,
  now: Date,
): Promise<UserRow | null> {
  const id = user.id ?? randomUUID();
  const confirmedAt = user.isConfirmed ? now : null;
  const appMetadata = { provider: "email", providers: ["email"], ...user.appMetadata };
  const userMetadata = user.isConfirmed
    ? { ...user.userMetadata, email_verified: true }
    : user.userMetadata;
  const rows = await tx<UserRow[]>`
    insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
      raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at
    ) values (
      ${id}, ${AUDIENCE}, ${AUDIENCE}, ${user.email}, ${user.passwordHash}, ${confirmedAt},
      ${user.invitedAt ?? null}, ${tx.json(appMetadata)}, ${tx.json(userMetadata)},
      ${user.bannedUntil ?? null}, ${now}, ${now}
    )
    on conflict (email) where is_sso_user = false do nothing
    returning *`;
  const [row] = rows;
  if (row === undefined) return null;
  await insertEmailIdentity(
    tx,
    { userId: id, email: user.email, isVerified: user.isConfirmed },
    now,
  );
  return row;
}

export async function insertEmailIdentity(
  tx: TransactionSql,
  identity: { readonly userId: string; readonly email: string; readonly isVerified: boolean },
  now: Date,
): Promise<void> {
  const data = {
    sub: identity.userId,
    email: identity.email,
    email_verified: identity.isVerified,
    phone_verified: false,
  };
  await tx`
    insert into auth.identities
      (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values
      (${identity.userId}, ${identity.userId}, ${tx.json(data)}, 'email', ${now}, ${now}, ${now})`;
}

/** Marks the address as confirmed, in the row, in the metadata and in the identity. */
export async function confirmEmail(tx: TransactionSql, userId: string, now: Date): Promise<void> {
  const verified = tx.json({ email_verified: true });
  await tx`
    update auth.users set
      email_confirmed_at = coalesce(email_confirmed_at, ${now}),
      raw_user_meta_data = raw_user_meta_data || ${verified},
      updated_at = ${now}
    where id = ${userId}`;
  await tx`
    update auth.identities i set
      identity_data = i.identity_data || ${verified}, updated_at = ${now}
    from auth.users u
    where u.id = ${userId} and i.user_id = u.id and i.provider = 'email' and i.email = u.email`;
}

/** Gives the account another address, confirmed. @throws the unique violation of a taken one. */
export async function changeEmail(
  tx: TransactionSql,
  change: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  const { userId, email } = change;
  await tx`update auth.users set email = ${email}, updated_at = ${now} where id = ${userId}`;
  const moved = await tx`
    update auth.identities set
      identity_data = identity_data || ${tx.json({ email })}, updated_at = ${now}
    where user_id = ${userId} and provider = 'email' returning 1`;
  if (moved.length === 0) await insertEmailIdentity(tx, { userId, email, isVerified: false }, now);
}

/** True when a write failed because another account holds the address. */
export function isEmailTaken(thrown: unknown): boolean {
  return isUniqueViolation(thrown, EMAIL_INDEX);
}

/** True while a ban lasts; "infinity", which SQL may hold, is no number and never over. */
export function isBanned(user: Pick<UserRow, "banned_until">, nowMs: number): boolean {
  return user.banned_until !== null && !(user.banned_until.getTime() <= nowMs);
}

export function hasPassword(user: Pick<UserRow, "encrypted_password">): boolean {
  return user.encrypted_password !== "";
}
