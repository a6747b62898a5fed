import type { TransactionSql } from "postgres";
import { AuthError, emailExists, userBanned } from "#backend/auth/protocol/auth-error.ts";
import type { RequestOrigin } from "#backend/auth/protocol/request-origin.ts";
import { recordAudit } from "./audit-log.ts";
import {
  type ExternalIdentity,
  type IdentityRow,
  insertIdentity,
  refreshProviders,
} from "./identity-store.ts";
import { mergeMetadata } from "./metadata.ts";
import { clearTokens } from "./one-time-tokens.ts";
import { endSessions } from "./session-store.ts";
import type { StoreDeps } from "#backend/auth/auth-deps.ts";
import {
  findUserByEmail,
  findUserById,
  insertUser,
  isBanned,
  isEmailTaken,
  lockUser,
  type UserRow,
} from "./user-store.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/**
 * Signs in with an external identity: to its account, else to the account with the email address
 * that the provider has verified, else to a new one.
 *
 * @throws AuthError 403 user_banned; 422 signup_disabled; 422 provider_email_needs_verification.
 */
export async function signInExternalUser(
  tx: TransactionSql,
  deps: StoreDeps,
  signIn: { readonly identity: ExternalIdentity; readonly origin: RequestOrigin },
): Promise<UserRow> {
  const { identity, origin } = signIn;
  const now = new Date(deps.now());
  const known = await findIdentity(tx, identity);
  const linked =
    known === null && identity.email !== null && identity.isEmailVerified
      ? await findUserByEmail(tx, identity.email)
      : null;
  const userId =
    known?.user_id ?? linked?.id ?? (await addAccount(tx, deps, { identity, origin, now })).id;
  const user = await lockUser(tx, userId);
  if (user === null || user.deleted_at !== null || isBanned(user, deps.now())) throw userBanned();
  if (linked !== null) {
    await removeUnverifiedCredentials(tx, deps, user);
    await addIdentity(tx, { userId, identity }, now);
  }
  await refreshIdentity(tx, { user, identity }, now);
  await refreshProviders(tx, userId);
  await recordAudit(tx, { action: "login", userId, origin, now });
  return (await findUserById(tx, userId)) ?? user;
}

/**
 * Links an identity to a signed-in account.
 *
 * @throws AuthError 422 identity_already_exists; 422 email_exists.
 */
export async function linkExternal(
  tx: TransactionSql,
  deps: StoreDeps,
  link: { readonly userId: string; readonly identity: ExternalIdentity },
): Promise<UserRow> {
  const { userId, identity } = link;
  const now = new Date(deps.now());
  const user = await lockUser(tx, userId);
  if (user === null || isBanned(user, deps.now())) throw userBanned();
  await assertUnlinked(tx, link);
  await addIdentity(tx, link, now);
  if (user.email === null && identity.email !== null && identity.isEmailVerified) {
    try {
      await tx`
        update auth.users set
          email = ${identity.email}, email_confirmed_at = ${now}, is_anonymous = false,
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
  { userId, identity }: { readonly userId: string; readonly identity: ExternalIdentity },
): Promise<void> {
  const known = await findIdentity(tx, identity);
  if (known === null) return;
  const suffix = known.user_id === userId ? "" : " to another user";
  throw new AuthError(422, "identity_already_exists", `Identity is already linked${suffix}`);
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
  { userId, identity }: { readonly userId: string; readonly identity: ExternalIdentity },
  now: Date,
): Promise<void> {
  const { provider, subject } = identity;
  return insertIdentity(
    tx,
    { userId, provider, providerId: subject, data: identityData(identity) },
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
  { settings }: StoreDeps,
  { identity, origin, now }: { identity: ExternalIdentity; origin: RequestOrigin; now: Date },
): Promise<UserRow> {
  if (settings.disableSignup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  if (identity.email !== null && !identity.isEmailVerified && settings.confirmEmail) {
    const message = `Unverified email with ${identity.provider}. Verify the email with ${identity.provider} in order to sign in`;
    throw new AuthError(422, "provider_email_needs_verification", message);
  }
  const isTaken = identity.email !== null && (await findUserByEmail(tx, identity.email)) !== null;
  const email = isTaken ? null : identity.email;
  const { provider } = identity;
  const data = identityData(identity);
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
  await addIdentity(tx, { userId: user.id, identity }, now);
  await recordAudit(tx, { action: "user_signedup", userId: user.id, origin, now });
  return user;
}

/**
 * Removes all other credentials before an account is matched by email: its creator may not own
 * the mailbox and must not keep access. Skipped when the mailbox was confirmed or another
 * provider has verified it.
 */
async function removeUnverifiedCredentials(
  tx: TransactionSql,
  deps: StoreDeps,
  user: UserRow,
): Promise<void> {
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

/** The provider's data may have changed since the last sign-in. */
async function refreshIdentity(
  tx: TransactionSql,
  { user, identity }: { readonly user: UserRow; readonly identity: ExternalIdentity },
  now: Date,
): Promise<void> {
  const data = identityData(identity);
  await tx`
    update auth.identities set
      identity_data = ${tx.json(data)}, last_sign_in_at = ${now}, updated_at = ${now}
    where provider = ${identity.provider} and provider_id = ${identity.subject}`;
  const merged = mergeMetadata(user.raw_user_meta_data, data);
  await tx`
    update auth.users set raw_user_meta_data = ${tx.json(merged)}, updated_at = ${now}
    where id = ${user.id}`;
}
