import { randomUUID } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import { isUniqueViolation } from "#server/backend/auth/protocol/database-error.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { insertIdentity, moveOwnIdentity, ownIdentity } from "./identity-store.ts";

/** Every token of the service is for this audience, every user has this role. */
export const AUDIENCE = "authenticated";
const EMAIL_INDEX = "users_email_partial_key";
const PHONE_INDEX = "users_phone_key";

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
  readonly phone_change: string;
  readonly phone_change_sent_at: Date | null;
  readonly phone_confirmed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly banned_until: Date | null;
  readonly deleted_at: Date | null;
  readonly is_anonymous: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** What a new account is made of. */
export type NewUser = {
  readonly id?: string;
  /** Null for an account with a number alone, or with neither. */
  readonly email: string | null;
  /** Digits without "+"; null for none. */
  readonly phone?: string | null;
  readonly isAnonymous?: boolean;
  /** Its identities are a provider's; it gets none for its address. */
  readonly isExternal?: boolean;
  /** PHC string or bcrypt; "" for none. */
  readonly passwordHash: string;
  readonly userMetadata: JsonObject;
  readonly appMetadata?: JsonObject;
  readonly isConfirmed: boolean;
  readonly isPhoneConfirmed?: boolean;
  readonly invitedAt?: Date;
  readonly bannedUntil?: Date | null;
};

/**
 * Rows that were moved here may have capitals in their address; of two that differ by them alone the one without
 * counts, else the older one.
 *
 * @param email in lower case.
 */
export async function findUserByEmail(sql: ISql, email: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`
    select * from auth.users where lower(email) = ${email} and is_sso_user = false
    order by email = ${email} desc, created_at, id limit 1`;
  return rows[0] ?? null;
}

/** @param phone digits without "+". */
export async function findUserByPhone(sql: ISql, phone: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`
    select * from auth.users where phone = ${phone} and is_sso_user = false`;
  return rows[0] ?? null;
}

/** The account that waits for a code which was sent to this number. */
export async function findUserByPhoneChange(sql: ISql, phone: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`
    select * from auth.users where phone_change = ${phone} and is_sso_user = false
    order by phone_change_sent_at desc nulls last limit 1`;
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

/**
 * Adds an account with an identity for each of address and number; the product's triggers run in the same
 * transaction.
 *
 * @returns null when id, address or number has an account already, also one that was made a moment ago.
 */
export async function insertUser(
  tx: TransactionSql,
  user: NewUser,
  now: Date,
): Promise<UserRow | null> {
  const { id = randomUUID(), email, phone = null, isPhoneConfirmed = false } = user;
  const rows = await tx<UserRow[]>`
    insert into auth.users (
      id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
      invited_at, raw_app_meta_data, raw_user_meta_data, banned_until, is_anonymous,
      created_at, updated_at
    ) values (
      ${id}, ${AUDIENCE}, ${AUDIENCE}, ${email}, ${phone}, ${user.passwordHash},
      ${user.isConfirmed && email !== null ? now : null}, ${isPhoneConfirmed ? now : null},
      ${user.invitedAt ?? null}, ${tx.json(appMetadataOf(user))}, ${tx.json(userMetadataOf(user))},
      ${user.bannedUntil ?? null}, ${user.isAnonymous ?? false}, ${now}, ${now}
    )
    on conflict do nothing
    returning *`;
  const [row] = rows;
  if (row === undefined) return null;
  if (user.isExternal === true) return row;
  const owned = [
    { provider: "email", address: email, isVerified: user.isConfirmed },
    { provider: "phone", address: phone, isVerified: isPhoneConfirmed },
  ] as const;
  for (const { provider, address, isVerified } of owned) {
    if (address === null) continue;
    await insertIdentity(tx, ownIdentity({ userId: id, provider, address, isVerified }), now);
  }
  return row;
}

function appMetadataOf({ email, phone = null, appMetadata }: NewUser): JsonObject {
  const providers = [...(email === null ? [] : ["email"]), ...(phone === null ? [] : ["phone"])];
  const [provider] = providers;
  return provider === undefined ? { ...appMetadata } : { provider, providers, ...appMetadata };
}

function userMetadataOf({
  email,
  isConfirmed,
  isPhoneConfirmed,
  userMetadata,
}: NewUser): JsonObject {
  return {
    ...userMetadata,
    ...(isConfirmed && email !== null ? { email_verified: true } : {}),
    ...(isPhoneConfirmed === true ? { phone_verified: true } : {}),
  };
}

/** Marks the address as confirmed, in the row, in the metadata and in the identity. */
export async function confirmEmail(tx: TransactionSql, userId: string, now: Date): Promise<void> {
  const verified = tx.json({ email_verified: true });
  await tx`
    update auth.users set
      email_confirmed_at = coalesce(email_confirmed_at, ${now}), is_anonymous = false,
      raw_user_meta_data = raw_user_meta_data || ${verified},
      updated_at = ${now}
    where id = ${userId}`;
  await tx`
    update auth.identities i set
      identity_data = i.identity_data || ${verified}, updated_at = ${now}
    from auth.users u
    where u.id = ${userId} and i.user_id = u.id and i.provider = 'email' and i.email = lower(u.email)`;
}

/** Gives the account another address. @throws the unique violation of a taken one. */
export async function changeEmail(
  tx: TransactionSql,
  { userId, email }: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  await tx`update auth.users set email = ${email}, updated_at = ${now} where id = ${userId}`;
  await moveOwnIdentity(tx, { userId, provider: "email", address: email, isVerified: false }, now);
}

/** Gives the account another number. @throws the unique violation of a taken one. */
export async function changePhone(
  tx: TransactionSql,
  { userId, phone }: { readonly userId: string; readonly phone: string },
  now: Date,
): Promise<void> {
  await tx`update auth.users set phone = ${phone}, updated_at = ${now} where id = ${userId}`;
  await moveOwnIdentity(tx, { userId, provider: "phone", address: phone, isVerified: false }, now);
}

/** Marks the number as confirmed, in the row, in the metadata and in the identity. */
export async function confirmPhone(tx: TransactionSql, userId: string, now: Date): Promise<void> {
  const verified = tx.json({ phone_verified: true });
  await tx`
    update auth.users set
      phone_confirmed_at = coalesce(phone_confirmed_at, ${now}), is_anonymous = false,
      raw_user_meta_data = raw_user_meta_data || ${verified}, updated_at = ${now}
    where id = ${userId}`;
  await tx`
    update auth.identities set
      identity_data = identity_data || ${verified}, updated_at = ${now}
    where user_id = ${userId} and provider = 'phone'`;
}

/** True when a write failed because another account holds the address. */
export function isEmailTaken(thrown: unknown): boolean {
  return isUniqueViolation(thrown, EMAIL_INDEX);
}

/** True when a write failed because another account holds the number. */
export function isPhoneTaken(thrown: unknown): boolean {
  return isUniqueViolation(thrown, PHONE_INDEX);
}

/** True while a ban lasts; "infinity", which SQL may hold, is no number and never over. */
export function isBanned(user: Pick<UserRow, "banned_until">, nowMs: number): boolean {
  return user.banned_until !== null && !(user.banned_until.getTime() <= nowMs);
}

export function hasPassword(user: Pick<UserRow, "encrypted_password">): boolean {
  return user.encrypted_password !== "";
}
