import type { TransactionSql } from "postgres";
import { AuthError, emailExists, userBanned } from "#server/backend/auth/protocol/auth-error.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import type { RequestOrigin } from "#server/backend/auth/protocol/request-origin.ts";
import { recordAudit } from "./audit-log.ts";
import type { ExternalIdentity } from "./external-identity.ts";
import { type IdentityRow, insertIdentity, refreshProviders } from "./identity-store.ts";
import { mergeMetadata } from "./metadata.ts";
import { clearTokens } from "./one-time-tokens.ts";
import { endSessions } from "./session-store.ts";
import type { StoreDeps } from "./store-deps.ts";
import {
  findUserByEmail,
  findUserById,
  insertUser,
  isBanned,
  isEmailTaken,
  lockUser,
  type UserRow,
} from "./user-store.ts";

/**
 * The account of somebody who comes through a provider: the one that this identity has, else the one
 * whose address the provider has verified, else a new one.
 *
 * @throws AuthError 403 user_banned; 422 signup_disabled; 422 provider_email_needs_verification.
 */
export async function signInExternalUser(
  tx: TransactionSql,
  deps: StoreDeps,
  visit: { readonly person: ExternalIdentity; readonly origin: RequestOrigin },
): Promise<UserRow> {
  const { person, origin } = visit;
  const now = new Date(deps.now());
  const known = await findIdentity(tx, person);
  const linked =
    known === null && person.email !== null && person.isEmailVerified
      ? await findUserByEmail(tx, person.email)
      : null;
  const userId =
    known?.user_id ?? linked?.id ?? (await addAccount(tx, deps, { person, origin, now })).id;
  const user = await lockUser(tx, userId);
  if (user === null || user.deleted_at !== null || isBanned(user, deps.now())) throw userBanned();
  if (linked !== null) {
    await takeUnproven(tx, deps, user);
    await addIdentity(tx, { userId, person }, now);
  }
  await refreshIdentity(tx, { user, person }, now);
  await refreshProviders(tx, userId);
  await recordAudit(tx, { action: "login", userId, origin, now });
  return (await findUserById(tx, userId)) ?? user;
}

/**
 * Gives a signed-in account another way in.
 *
 * @throws AuthError 422 identity_already_exists; 422 email_exists.
 */
export async function linkExternal(
  tx: TransactionSql,
  deps: StoreDeps,
  link: { readonly userId: string; readonly person: ExternalIdentity },
): Promise<UserRow> {
  const { userId, person } = link;
  const now = new Date(deps.now());
  const user = await lockUser(tx, userId);
  if (user === null || isBanned(user, deps.now())) throw userBanned();
  await assertUnlinked(tx, link);
  await addIdentity(tx, link, now);
  if (user.email === null && person.email !== null && person.isEmailVerified) {
    try {
      await tx`
        update auth.users set
          email = ${person.email}, email_confirmed_at = ${now}, is_anonymous = false,
          updated_at = ${now}
        where id = ${userId}`;
    } catch (error) {
      throw isEmailTaken(error) ? emailExists() : error;
    }
  }
  await tx`update auth.users set is_anonymous = false where id = ${userId}`;
  await refreshProviders(tx, userId);
  return (await findUserById(tx, userId)) ?? user;
}

/** @throws AuthError 422 identity_already_exists. */
export async function assertUnlinked(
  tx: TransactionSql,
  { userId, person }: { readonly userId: string; readonly person: ExternalIdentity },
): Promise<void> {
  const known = await findIdentity(tx, person);
  if (known === null) return;
  const whose = known.user_id === userId ? "" : " to another user";
  throw new AuthError(422, "identity_already_exists", `Identity is already linked${whose}`);
}

async function findIdentity(
  tx: TransactionSql,
  { provider, subject }: ExternalIdentity,
): Promise<IdentityRow | null> {
  const rows = await tx<IdentityRow[]>`
    select * from auth.identities where provider = ${provider} and provider_id = ${subject}`;
  return rows[0] ?? null;
}

function addIdentity(
  tx: TransactionSql,
  { userId, person }: { readonly userId: string; readonly person: ExternalIdentity },
  now: Date,
): Promise<void> {
  const { provider, subject } = person;
  return insertIdentity(
    tx,
    { userId, provider, providerId: subject, data: identityData(person) },
    now,
  );
}

function identityData({ subject, email, isEmailVerified, claims }: ExternalIdentity): JsonObject {
  return {
    ...claims,
    sub: subject,
    ...(email === null ? {} : { email }),
    email_verified: isEmailVerified,
    phone_verified: false,
  };
}

async function addAccount(
  tx: TransactionSql,
  deps: StoreDeps,
  { person, origin, now }: { person: ExternalIdentity; origin: RequestOrigin; now: Date },
): Promise<UserRow> {
  if (deps.settings.disableSignup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  if (person.email !== null && !person.isEmailVerified && deps.settings.confirmEmail) {
    const message = `Unverified email with ${person.provider}. Verify the email with ${person.provider} in order to sign in`;
    throw new AuthError(422, "provider_email_needs_verification", message);
  }
  const isTaken = person.email !== null && (await findUserByEmail(tx, person.email)) !== null;
  const email = isTaken ? null : person.email;
  const { provider } = person;
  const data = identityData(person);
  const user = await insertUser(
    tx,
    {
      email,
      passwordHash: "",
      userMetadata: data,
      appMetadata: { provider, providers: [provider] },
      isConfirmed: true,
      isExternal: true,
    },
    now,
  );
  if (user === null) throw emailExists();
  await addIdentity(tx, { userId: user.id, person }, now);
  await recordAudit(tx, { action: "user_signedup", userId: user.id, origin, now });
  return user;
}

/**
 * Before an account is found by its address: whoever made it may never have owned the mailbox, so no way in
 * that they left behind must stay open for them. Where mailboxes are confirmed, or another provider has
 * verified this one, the account is its owner's.
 */
async function takeUnproven(tx: TransactionSql, deps: StoreDeps, user: UserRow): Promise<void> {
  if (user.email_confirmed_at !== null && deps.settings.confirmEmail) return;
  const verified = await tx`
    select 1 from auth.identities
    where user_id = ${user.id} and provider not in ('email', 'phone')
      and email = lower(${user.email})
      and identity_data ->> 'email_verified' = 'true' limit 1`;
  if (verified.length > 0) return;
  const now = new Date(deps.now());
  await tx`
    update auth.users set
      encrypted_password = '', phone = null, phone_confirmed_at = null,
      email_confirmed_at = coalesce(email_confirmed_at, ${now})
    where id = ${user.id}`;
  await tx`delete from auth.identities where user_id = ${user.id} and provider <> 'email'`;
  await tx`delete from auth.mfa_factors where user_id = ${user.id}`;
  await tx`delete from auth.webauthn_credentials where user_id = ${user.id}`;
  await clearTokens(tx, user.id);
  await endSessions(tx, user.id);
}

/** What the provider tells may have changed since the last time. */
async function refreshIdentity(
  tx: TransactionSql,
  { user, person }: { readonly user: UserRow; readonly person: ExternalIdentity },
  now: Date,
): Promise<void> {
  const data = identityData(person);
  await tx`
    update auth.identities set
      identity_data = ${tx.json(data)}, last_sign_in_at = ${now}, updated_at = ${now}
    where provider = ${person.provider} and provider_id = ${person.subject}`;
  const merged = mergeMetadata(user.raw_user_meta_data, data);
  await tx`
    update auth.users set raw_user_meta_data = ${tx.json(merged)}, updated_at = ${now}
    where id = ${user.id}`;
}
