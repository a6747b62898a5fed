import { randomUUID } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import { isUniqueViolation } from "#backend/auth/protocol/database-error.ts";
import { insertIdentity, updateLocalIdentity, localIdentity } from "./identity-store.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/** Audience of all tokens and role of all users. */
export const AUDIENCE = "authenticated";
const EMAIL_INDEX = "users_email_partial_key";
const PHONE_INDEX = "users_phone_key";

/** A row of auth.users with the columns in use. */
export type UserRow = {
  readonly id: string;
  /** Null in imported rows; counts as AUDIENCE. */
  readonly aud: string | null;
  readonly role: string | null;
  readonly email: string | null;
  /** PHC string or bcrypt; "" without a password. */
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

export type NewUser = {
  readonly id?: string;
  /** Null for a phone or anonymous account. */
  readonly email: string | null;
  /** Digits without "+". */
  readonly phone?: string | null;
  readonly isAnonymous?: boolean;
  /** True when a provider adds its identity; the email address then gets none. */
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
 * Imported rows may differ in letter case only: prefer the lower-case one, then the older one.
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

/** Finds the account that is changing its number to this one. */
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

/** Locks the row until the transaction ends. */
export async function lockUser(tx: TransactionSql, id: string): Promise<UserRow | null> {
  const rows = await tx<UserRow[]>`select * from auth.users where id = ${id} for update`;
  return rows[0] ?? null;
}

/**
 * Inserts an account with an identity for its email address and its phone number. The product's
 * triggers run in the same transaction.
 *
 * @returns null when an account has the id, email address or number already.
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
    await insertIdentity(tx, localIdentity({ userId: id, provider, address, isVerified }), now);
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

/** Confirms the email address in the row, the metadata and the identity. */
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

/** @throws the unique violation when another account has the email address. */
export async function changeEmail(
  tx: TransactionSql,
  { userId, email }: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  await tx`update auth.users set email = ${email}, updated_at = ${now} where id = ${userId}`;
  await updateLocalIdentity(
    tx,
    { userId, provider: "email", address: email, isVerified: false },
    now,
  );
}

/** @throws the unique violation when another account has the number. */
export async function changePhone(
  tx: TransactionSql,
  { userId, phone }: { readonly userId: string; readonly phone: string },
  now: Date,
): Promise<void> {
  await tx`update auth.users set phone = ${phone}, updated_at = ${now} where id = ${userId}`;
  await updateLocalIdentity(
    tx,
    { userId, provider: "phone", address: phone, isVerified: false },
    now,
  );
}

/** Confirms the number in the row, the metadata and the identity. */
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

/** True when a write failed because another account has the email address. */
export function isEmailTaken(thrown: unknown): boolean {
  return isUniqueViolation(thrown, EMAIL_INDEX);
}

/** True when a write failed because another account has the number. */
export function isPhoneTaken(thrown: unknown): boolean {
  return isUniqueViolation(thrown, PHONE_INDEX);
}

/** Returns true while a ban lasts. SQL may hold "infinity", which is NaN here and never ends. */
export function isBanned(user: Pick<UserRow, "banned_until">, nowMs: number): boolean {
  return user.banned_until !== null && !(user.banned_until.getTime() <= nowMs);
}

export function hasPassword(user: Pick<UserRow, "encrypted_password">): boolean {
  return user.encrypted_password !== "";
}
